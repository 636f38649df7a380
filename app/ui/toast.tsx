import { Toast } from '@base-ui/react/toast'
import { Icon, type IconName } from './icons.tsx'

type Tone = 'info' | 'success' | 'error'

const manager = Toast.createToastManager<{ tone: Tone }>()
const shownForMs = 3000
const icons: Record<Tone, IconName> = { info: 'info', success: 'check', error: 'alert' }

/** Says something to the person, from anywhere: top right, three seconds, longer while it is looked at. */
export function toast(text: string, tone: Tone = 'info'): void {
  manager.add({ title: text, timeout: shownForMs, data: { tone } })
}

/** Base UI makes each toast a dialog; a sentence that comes and goes is none. */
const spokenAs = (tone: Tone) => ({ role: tone === 'error' ? 'alert' : 'status', 'aria-modal': undefined })

export function Toasts() {
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
        <Toast.Close className="icon-btn" aria-label="Close">
          <Icon name="close" />
        </Toast.Close>
      </Toast.Root>
    )
  })
}
