import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Icon, type IconName } from './icons.tsx'

type Tone = 'info' | 'success' | 'error'

type Said = { text: string; tone: Tone; until: number }

const manager = Toast.createToastManager<{ tone: Tone }>()
const shownForMs = 3000
const icons: Record<Tone, IconName> = { info: 'info', success: 'check', error: 'alert' }

/** What is being said now: the frame is built anew when a visit ends on the not-found page, and says it on. */
const said = new Map<string, Said>()
let count = 0

/** Says something to the person, from anywhere: top right, three seconds, longer while it is looked at. */
export function toast(text: string, tone: Tone = 'info'): void {
  count += 1
  const id = `toast-${count}`
  const words = { text, tone, until: Date.now() + shownForMs }
  said.set(id, words)
  say(id, words)
}

function say(id: string, { text, tone, until }: Said): void {
  const timeout = until - Date.now()
  if (timeout <= 0) said.delete(id)
  else manager.add({ id, title: text, timeout, data: { tone }, onClose: () => said.delete(id) })
}

function sayOn(): void {
  for (const [id, words] of said) say(id, words)
}

/** Base UI makes each toast a dialog; a sentence that comes and goes is none. */
const spokenAs = (tone: Tone) => ({ role: tone === 'error' ? 'alert' : 'status', 'aria-modal': undefined })

export function Toasts() {
  useEffect(sayOn, [])
  return (
    <Toast.Provider toastManager={manager} timeout={shownForMs} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager<{ tone: Tone }>()
  return toasts.map((each) => {
    const tone = each.data?.tone ?? 'info'
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
        <Toast.Close className="icon-btn" aria-label="Close" aria-hidden={false}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Root>
    )
  })
}
