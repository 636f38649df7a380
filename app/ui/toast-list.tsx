import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icons.tsx'
import { dismissToast, subscribeToasts, type ToastLink, type ToastMessage, type Tone } from './toast.tsx'

type ToastData = { tone: Tone; link?: ToastLink }

const manager = Toast.createToastManager<ToastData>()
const durationMs = 3000
const icons: Record<Tone, IconName> = { info: 'info', success: 'check', error: 'alert' }

function showToast(id: string, { text, tone, link }: ToastMessage): void {
  manager.add({ id, title: text, data: { tone, ...(link && { link }) }, onClose: () => dismissToast(id) })
}

/** Base UI renders a div with a role; a section has that role by default. */
const sectionProps = { render: <section />, role: undefined }

/** Base UI gives each toast the role of a dialog, which is wrong for a short message. */
const roleProps = (tone: Tone) => ({ role: tone === 'error' ? 'alert' : 'status', 'aria-modal': undefined })

export function ToastList() {
  useEffect(() => subscribeToasts(showToast), [])
  return (
    <Toast.Provider toastManager={manager} timeout={durationMs} limit={4}>
      <Toast.Portal>
        {/* Below the header, so that its buttons stay usable. */}
        <Toast.Viewport
          {...sectionProps}
          className="fixed top-[calc(var(--spacing-header)+.75rem)] right-5 z-70 grid justify-items-end gap-3"
        >
          <ToastItems />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastItems() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((each) => {
    const { tone = 'info', link } = each.data ?? {}
    return (
      <Toast.Root
        key={each.id}
        toast={each}
        className={`toast is-${tone}`}
        {...roleProps(tone)}
        swipeDirection={['right', 'up']}
      >
        <Icon name={icons[tone]} />
        <Toast.Title render={<p />} className="m-0 py-3" />
        {link && (
          <Link className="btn-text" to={link.to} onClick={() => manager.close(each.id)}>
            <span>{link.text}</span>
          </Link>
        )}
        <Toast.Close className="icon-btn" aria-label="Close" aria-hidden={false}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Root>
    )
  })
}
