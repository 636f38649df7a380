import { type PointerEvent, useRef } from 'react'
import { type Picture, pictureUrl } from '#modules/media/picture.ts'

const mostTimes = 2.5
/** Less would not be worth a box over the picture. */
const leastTimes = 1.25

/** The file as it fills the area, enlarged no further than its own pixels go. */
function enlarged(picture: Picture, area: DOMRect) {
  const covering = Math.max(area.width / picture.width, area.height / picture.height)
  const [width, height] = [picture.width * covering, picture.height * covering]
  const times = Math.min(mostTimes, (picture.widths.at(-1) ?? 0) / width)
  return { times, width: width * times, height: height * times }
}

const within = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** A magnifying square that follows the mouse over a picture. */
export function useZoomBox(picture: Picture | undefined) {
  const box = useRef<HTMLDivElement>(null)

  const follow = ({ pointerType, currentTarget, clientX, clientY }: PointerEvent) => {
    const it = box.current
    if (!it || !picture || pointerType !== 'mouse') return
    const area = currentTarget.getBoundingClientRect()
    const { times, width, height } = enlarged(picture, area)
    if (times < leastTimes) return
    const [x, y] = [clientX - area.left, clientY - area.top]
    it.toggleAttribute('data-shown', true)
    const side = it.offsetWidth
    Object.assign(it.style, {
      left: `${within(x - side / 2, area.width - side)}px`,
      top: `${within(y - side / 2, area.height - side)}px`,
      backgroundImage: `url("${pictureUrl(picture.hash, picture.widths.at(-1) ?? 0, 'webp')}")`,
      backgroundSize: `${width}px ${height}px`,
      backgroundPosition: `${side / 2 - x * times - (width - area.width * times) / 2}px ${
        side / 2 - y * times - (height - area.height * times) / 2
      }px`,
    })
  }

  const hide = () => box.current?.toggleAttribute('data-shown', false)

  return { box, handlers: { onPointerMove: follow, onPointerLeave: hide, onPointerDown: hide } }
}
