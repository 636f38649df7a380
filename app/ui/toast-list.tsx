import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icons.tsx'
import { type Said, speak, type ToastLink, type Tone, unsay } from './toast.tsx'

type Shown = { tone: Tone; link?: ToastLink }

const manager = Toast.createToastManager<Shown>()
const shownForMs = 3000
const icons: Record<Tone, IconName> = { info: 'info', success: 'check', error: 'alert' }

function say(id: string, words: Said): void {
  words.until ??= Date.now() + shownForMs
  const { text, tone, link } = words
  const timeout = words.until - Date.now()
  if (timeout <= 0) unsay(id)
  else manager.add({ id, title: text, timeout, data: { tone, ...(link && { link }) }, onClose: () => unsay(id) })
}

/** Base UI makes the list a div with a role; a section has that role by itself. */
const asSection = { render: <section />, role: undefined }

/** Base UI makes each toast a dialog; a sentence that comes and goes is none. */
const spokenAs = (tone: Tone) => ({ role: tone === 'error' ? 'alert' : 'status', 'aria-modal': undefined })

export function ToastList() {
  useEffect(() => speak(say), [])
  return (
    <Toast.Provider toastManager={manager} timeout={shownForMs} limit={4}>
      <Toast.Portal>
        <Toast.Viewport {...asSection} className="toasts">
          <ShownToasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ShownToasts() {
  const { toasts } = Toast.useToastManager<Shown>()
  return toasts.map((each) => {
    const { tone = 'info', link } = each.data ?? {}
    return (
      <Toast.Root
        key={each.id}
        toast={each}
        className={`toast is-${tone}`}
        {...spokenAs(tone)}
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
