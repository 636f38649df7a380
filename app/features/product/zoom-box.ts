import { type PointerEvent, useRef } from 'react'
import { type Picture, pictureUrl } from '#modules/media/picture.ts'

const times = 2.5

const within = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** A magnifying square that follows the mouse over a picture. */
export function useZoomBox(picture: Picture | undefined) {
  const box = useRef<HTMLDivElement>(null)

  const follow = ({ pointerType, currentTarget, clientX, clientY }: PointerEvent) => {
    const it = box.current
    if (!it || !picture || pointerType !== 'mouse') return
    const area = currentTarget.getBoundingClientRect()
    const [x, y] = [clientX - area.left, clientY - area.top]
    it.toggleAttribute('data-shown', true)
    const side = it.offsetWidth
    Object.assign(it.style, {
      left: `${within(x - side / 2, area.width - side)}px`,
      top: `${within(y - side / 2, area.height - side)}px`,
      backgroundImage: `url("${pictureUrl(picture.hash, picture.widths.at(-1) ?? 0, 'webp')}")`,
      backgroundSize: `${area.width * times}px ${area.height * times}px`,
      backgroundPosition: `${side / 2 - x * times}px ${side / 2 - y * times}px`,
    })
  }

  const hide = () => box.current?.toggleAttribute('data-shown', false)

  return { box, handlers: { onPointerMove: follow, onPointerLeave: hide, onPointerDown: hide } }
}
