import { Toast } from '@base-ui/react/toast'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icons.tsx'
import { dismissToast, subscribeToasts, type ToastMessage, type ToastOptions, type Tone } from './toast.tsx'

type ToastData = { tone: Tone } & ToastOptions

const manager = Toast.createToastManager<ToastData>()
const durationMs = 3000
const actionDurationMs = 10_000
/** The longest time that the pointer keeps a toast open. */
const hoverMs = 10_000
const icons: Record<Tone, IconName> = { info: 'info', success: 'check', error: 'alert' }

const durationOf = ({ action }: ToastOptions) => (action ? actionDurationMs : durationMs)

function showToast(id: string, message?: ToastMessage): void {
  if (!message) {
    manager.close(id)
    return
  }
  const { text, ...data } = message
  manager.add({ id, title: text, data, timeout: durationOf(data), onClose: () => dismissToast(id) })
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
        <Toast.Viewport {...sectionProps} className="toasts">
          <ToastItems />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastItems() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((each) => <ToastItem key={each.id} toast={each} />)
}

type ToastObject = ReturnType<typeof Toast.useToastManager<ToastData>>['toasts'][number]

function ToastItem({ toast }: { toast: ToastObject }) {
  const { id, updateKey, data = { tone: 'info' } } = toast
  const { tone, link, action } = data
  const root = useRef<HTMLDivElement>(null)
  const close = () => manager.close(id)
  const longestMs = durationOf(data) + hoverMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated message starts again.
  useEffect(() => {
    const closeUnlessFocused = () => {
      if (!root.current?.contains(document.activeElement)) manager.close(id)
    }
    const timer = setInterval(closeUnlessFocused, longestMs)
    return () => clearInterval(timer)
  }, [id, longestMs, updateKey])
  return (
    <Toast.Root
      ref={root}
      toast={toast}
      className={`toast is-${tone}`}
      {...roleProps(tone)}
      swipeDirection={['left', 'right', 'up', 'down']}
    >
      <Icon name={icons[tone]} />
      <Toast.Title render={<p />} className="m-0 min-w-0 py-3 [overflow-wrap:anywhere]" />
      {link && (
        <Link className="btn-text" to={link.to} onClick={close}>
          <span>{link.text}</span>
        </Link>
      )}
      {action && (
        <button
          type="button"
          className="btn-text"
          onClick={() => {
            close()
            void action.run()
          }}
        >
          <span>{action.label}</span>
        </button>
      )}
      <Toast.Close className="icon-btn" aria-label="Close" aria-hidden={false}>
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  )
}
