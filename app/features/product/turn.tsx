import { useRef } from 'react'
import { toastLoadFailure, useDeferredComponent } from '#app/ui/deferred-component.ts'
import { Icon } from '#app/ui/icons.tsx'
import type { Turn as Frames } from '#modules/media/turn.ts'

const loadView = () => import('./turn-view.tsx')

type Props = { frames: Frames; name: string; isOn: boolean; setOn: (isOn: boolean) => void }

/** Covers a positioned element with the product to turn. Nothing of it loads before the button is pressed. */
export function Turn({ frames, name, isOn, setOn }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const View = useDeferredComponent(loadView, isOn, () => {
    setOn(false)
    toastLoadFailure()
  })
  const end = () => {
    setOn(false)
    button.current?.focus()
  }
  return (
    <>
      {View && isOn && <View frames={frames} name={name} onEnd={end} />}
      <button
        ref={button}
        type="button"
        className="needs-script absolute bottom-3 left-3 z-2 flex min-h-target items-center gap-2.5 bg-snow px-4 text-note hover:bg-stone"
        onClick={() => setOn(!isOn)}
      >
        <Icon name={isOn ? 'close' : 'turn'} />
        {isOn ? 'Show pictures' : 'Turn it'}
      </button>
    </>
  )
}
