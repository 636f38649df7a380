import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { bankCard, scaleLimits } from '#app/lib/screen-scale.ts'
import { forgetScreenScale, storeScreenScale, useScreenScale } from '#app/state/screen-scale.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { StepButton } from '#app/ui/step-button.tsx'
import { StageLayout, useStageSize } from './stage.tsx'

const step = { fine: 0.01, coarse: 0.2 } as const
const frameInset = 16
/** A card lies across only where the whole frame has room. */
const minLandscapeWidth = 560

/** Close to most screens: phones have more pixels per millimeter than monitors. */
const usualScale = () => (window.matchMedia('(pointer: coarse)').matches ? 6.2 : 3.8)
const within = (scale: number) => Math.min(scaleLimits.max, Math.max(scaleLimits.min, scale))

/** The visitor fits a frame to a bank card, which tells the pixels per millimeter of the screen. */
export function Calibration({ onDone }: { onDone: () => void }) {
  const stored = useScreenScale()
  const [scale, setScale] = useState(() => stored ?? usualScale())
  const { ref, size } = useStageSize()
  const slider = useId()
  const isPortrait = size.width < minLandscapeWidth
  const card = isPortrait
    ? { width: bankCard.height, height: bankCard.width }
    : { width: bankCard.width, height: bankCard.height }
  const change = (by: number) => setScale((now) => within(now + by))
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (!direction) return
    event.preventDefault()
    change(direction * (event.shiftKey ? step.coarse : step.fine))
  }
  const finish = (store: () => void) => () => {
    store()
    onDone()
  }
  return (
    <StageLayout
      stage={
        <div ref={ref} className="absolute inset-0 touch-none overflow-hidden">
          {size.width > 0 && (
            <div
              className="absolute grid place-content-center bg-paper text-center text-note shadow-[0_0_0_1px_var(--color-ink)]"
              data-card-frame
              style={{
                left: frameInset,
                top: frameInset,
                width: card.width * scale,
                height: card.height * scale,
                borderRadius: bankCard.radius * scale,
              }}
            >
              Bank card
              <Edge axis="x" length={card.width} scale={scale} onScale={setScale} />
              <Edge axis="y" length={card.height} scale={scale} onScale={setScale} />
            </div>
          )}
        </div>
      }
    >
      <h2 className="t-h4">Lay a bank card on the screen</h2>
      <p className="mt-2 mb-0 text-granite">
        Put its corner into the top left corner of the frame
        {isPortrait ? ', upright' : ''}. Drag the {isPortrait ? 'right' : 'right or lower'} edge until frame and card
        are the same size. This browser remembers it for this screen.
      </p>
      <label className="mt-3 block" htmlFor={slider}>
        <span className="field-label m-0">Size of the frame</span>
      </label>
      <div className="flex items-center gap-1">
        <StepButton label="Smaller" disabled={scale <= scaleLimits.min} onPress={() => change(-step.fine)}>
          <span className="text-[1.25rem] leading-none">−</span>
        </StepButton>
        <input
          id={slider}
          type="range"
          className="h-11 min-w-0 flex-1 accent-ink"
          min={scaleLimits.min}
          max={scaleLimits.max}
          step="any"
          value={scale}
          aria-valuetext={`${scale.toFixed(2)} pixels per mm`}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => setScale(Number(currentTarget.value))}
        />
        <StepButton label="Larger" disabled={scale >= scaleLimits.max} onPress={() => change(step.fine)}>
          <Icon name="plus" />
        </StepButton>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-1">
        <Button onClick={finish(() => storeScreenScale(scale))}>Save size</Button>
        <button type="button" className="btn-text" onClick={onDone}>
          <span>Cancel</span>
        </button>
        {stored !== undefined && (
          <button type="button" className="btn-text" onClick={finish(forgetScreenScale)}>
            <span>Forget this screen</span>
          </button>
        )}
      </div>
    </StageLayout>
  )
}

type EdgeProps = { axis: 'x' | 'y'; length: number; scale: number; onScale: (scale: number) => void }

/** For pointers; the slider does the same for the keyboard. */
function Edge({ axis, length, scale, onScale }: EdgeProps) {
  const [start, setStart] = useState({ at: 0, scale })
  const positionOf = ({ clientX, clientY }: PointerEvent) => (axis === 'x' ? clientX : clientY)
  const place = axis === 'x' ? 'inset-y-0 -right-6 w-12 cursor-ew-resize' : 'inset-x-0 -bottom-6 h-12 cursor-ns-resize'
  const grip = axis === 'x' ? 'top-1/4 left-[21px] h-12 w-1.5' : 'top-[21px] left-1/2 h-1.5 w-12'
  return (
    <div
      className={`absolute touch-none ${place}`}
      data-edge={axis}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setStart({ at: positionOf(event), scale })
      }}
      onPointerMove={(event) =>
        event.buttons > 0 && onScale(within(start.scale + (positionOf(event) - start.at) / length))
      }
    >
      <span className={`absolute bg-ink ${grip}`} />
    </div>
  )
}
