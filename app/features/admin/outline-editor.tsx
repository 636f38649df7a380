import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Picture } from '#app/ui/picture.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import { type Corner, corners, moveBox, moveCorner, type OutlineBox } from './outline-box.ts'

const step = 0.005
const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

const percent = (part: number) => `${part * 100}%`
const lowerRight: Corner = { x: 'right', y: 'bottom' }

type Change = (box: OutlineBox, x: number, y: number) => OutlineBox
type Props = { picture: PictureData; box: OutlineBox; onChange: (box: OutlineBox) => void }

/** A picture with a box that is moved and resized by pointer or keyboard. */
export function OutlineEditor({ picture, box, onChange }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState({ x: 0, y: 0, box })

  const handlers = (change: Change) => ({
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart({ x: event.clientX, y: event.clientY, box })
    },
    onPointerMove: ({ buttons, clientX, clientY }: PointerEvent) => {
      const size = area.current?.getBoundingClientRect()
      if (buttons > 0 && size)
        onChange(change(start.box, (clientX - start.x) / size.width, (clientY - start.y) / size.height))
    },
    onKeyDown: (event: KeyboardEvent) => {
      const direction = directions[event.key]
      if (!direction) return
      event.preventDefault()
      const apply: Change = event.shiftKey ? (now, x, y) => moveCorner(now, lowerRight, x, y) : change
      onChange(apply(box, ...direction))
    },
  })
  return (
    <div
      ref={area}
      className="relative w-[min(100%,46dvh*var(--ratio))] touch-none self-start overflow-hidden bg-stage lg:w-[calc(76dvh*var(--ratio))] lg:max-w-[34rem]"
      style={{ '--ratio': picture.width / picture.height } as CSSProperties}
    >
      <Picture
        picture={picture}
        sizes="(min-width: 64rem) 560px, 90vw"
        className="block h-auto w-full select-none [-webkit-user-drag:none]"
        eager
        decorative
      />
      <button
        type="button"
        className="absolute cursor-move border border-snow shadow-[0_0_0_1px_var(--color-ink),0_0_0_100vmax_rgb(20_22_24/.45)] focus-visible:outline-offset-2"
        aria-label={`Outline, ${percentText(box.width)} wide and ${percentText(box.height)} high`}
        style={{
          left: percent(box.left),
          top: percent(box.top),
          width: percent(box.width),
          height: percent(box.height),
        }}
        {...handlers(moveBox)}
      />
      {corners.map((corner) => (
        <button
          key={corner.x + corner.y}
          type="button"
          className={`absolute -m-[22px] grid size-target place-items-center focus-visible:-outline-offset-4 ${cursorOf(corner)}`}
          aria-label={`Corner ${corner.y} ${corner.x}`}
          style={{
            left: percent(corner.x === 'left' ? box.left : box.left + box.width),
            top: percent(corner.y === 'top' ? box.top : box.top + box.height),
          }}
          {...handlers((now, x, y) => moveCorner(now, corner, x, y))}
        >
          <span className="size-3 border border-snow bg-ink" />
        </button>
      ))}
    </div>
  )
}

const cursorOf = ({ x, y }: Corner) => ((x === 'left') === (y === 'top') ? 'cursor-nwse-resize' : 'cursor-nesw-resize')

const percentText = (part: number) => `${Math.round(part * 100)} %`
