import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { logError } from '#app/lib/log-error.ts'
import { useReducedMotion } from '#app/ui/carousel.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'
import { frameSize, type Turn } from '#modules/media/turn.ts'
import { loadFrames, nearestLoaded } from './turn-frames.ts'
import { useSpin } from './use-spin.ts'

type Props = { frames: Turn; name: string; onEnd: () => void }
type Drag = { x: number; width: number; position: number }

/** The last part of a step, in which a slow turn fades to the next frame. */
const fadedPart = 0.4

const keySteps: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** Positions are counted in frames from the front. */
export default function TurnView({ frames, name, onEnd }: Props) {
  const count = frames.length
  const slider = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const images = useRef<(HTMLImageElement | undefined)[]>(Array.from({ length: count }))
  const position = useRef(0)
  const drag = useRef<Drag>(undefined)
  const [loaded, setLoaded] = useState(0)
  const [frame, setFrame] = useState(0)
  const [wasMoved, setMoved] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const reducedMotion = useReducedMotion()
  const isComplete = loaded === count
  const isSpinning = isComplete && !isPaused && !reducedMotion

  const draw = () => {
    const context = canvas.current?.getContext('2d')
    const index = Math.floor(position.current)
    const opacity = (position.current - index - 1) / fadedPart + 1
    const show = (at: number, alpha: number) => {
      const image = nearestLoaded(images.current, at)
      if (!context || !image) return
      context.globalAlpha = alpha
      context.drawImage(image, 0, 0, frameSize.width, frameSize.height)
    }
    show(index, 1)
    if (opacity > 0) show(index + 1, opacity)
  }

  const turnTo = (to: number) => {
    const next = ((Math.round(to) % count) + count) % count
    position.current = next
    setFrame(next)
    setMoved(true)
    setPaused(true)
    draw()
  }

  useSpin(slider, isSpinning, (part) => {
    position.current = (position.current + part * count) % count
    draw()
  })

  const onLoaded = useEffectEvent((index: number, image: HTMLImageElement) => {
    images.current[index] = image
    setLoaded((before) => before + 1)
    draw()
  })
  const onFailure = useEffectEvent((error: unknown) => {
    logError('Could not load a turn', error)
    toast('The pictures could not be loaded. Please check your connection and try again.', 'error')
    onEnd()
  })
  useEffect(() => {
    const controller = new AbortController()
    loadFrames(frames, onLoaded, controller.signal).catch((error) => controller.signal.aborted || onFailure(error))
    return () => controller.abort()
  }, [frames])
  useEffect(() => slider.current?.focus({ preventScroll: true }), [])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (step) turnTo(Math.round(position.current) + step)
    else if (event.key === 'Home') turnTo(0)
    else if (event.key === 'Escape') onEnd()
    else return
    event.preventDefault()
  }
  const onPointerDown = ({ currentTarget, pointerId, clientX: x }: PointerEvent) => {
    currentTarget.setPointerCapture(pointerId)
    drag.current = { x, width: currentTarget.clientWidth, position: position.current }
    turnTo(position.current)
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const from = drag.current
    if (from) turnTo(from.position + ((clientX - from.x) / from.width) * count)
  }
  const endDrag = () => {
    drag.current = undefined
  }

  return (
    <>
      <div
        ref={slider}
        role="slider"
        tabIndex={0}
        aria-label={`Turn ${name}`}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={frame}
        aria-valuetext={isSpinning ? 'Turning slowly' : `Turned by ${Math.round((frame * 360) / count)}°`}
        className="absolute inset-0 z-1 cursor-grab touch-pan-y select-none focus-visible:-outline-offset-4 active:cursor-grabbing"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
      >
        <canvas ref={canvas} {...frameSize} className="size-full object-cover" />
      </div>
      {!isComplete && (
        <progress
          className="absolute inset-x-0 bottom-0 z-2 h-0.5 w-full appearance-none bg-rule [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-ink"
          aria-label="Loading"
          value={loaded}
          max={count}
        />
      )}
      {isComplete && !wasMoved && (
        <p className="t-note pointer-events-none absolute top-3 left-3 z-2 m-0 bg-snow px-3 py-1">Drag to turn</p>
      )}
      {isComplete && !reducedMotion && (
        <button
          type="button"
          className="icon-btn absolute! right-3 bottom-3 z-2 bg-snow hover:bg-stone"
          aria-label={isSpinning ? 'Pause the turn' : 'Turn slowly'}
          onClick={() => (isSpinning ? turnTo(position.current) : setPaused(false))}
        >
          <Icon name={isSpinning ? 'pause' : 'play'} />
        </button>
      )}
    </>
  )
}
