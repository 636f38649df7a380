import { type PointerEvent, useRef } from 'react'
import { type Picture, pictureUrl } from '#modules/media/picture.ts'

const maxZoom = 2.5
/** A smaller zoom is not useful. */
const minZoom = 1.25

/** Size of the enlarged picture; the zoom never exceeds the resolution of the file. */
function enlarged(picture: Picture, area: DOMRect) {
  const coverScale = Math.max(area.width / picture.width, area.height / picture.height)
  const [width, height] = [picture.width * coverScale, picture.height * coverScale]
  const zoom = Math.min(maxZoom, (picture.widths.at(-1) ?? 0) / width)
  return { zoom, width: width * zoom, height: height * zoom }
}

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max))

/** A magnifying square that follows the mouse over a picture. */
export function useZoomBox(picture: Picture | undefined) {
  const box = useRef<HTMLDivElement>(null)

  const follow = ({ pointerType, currentTarget, clientX, clientY }: PointerEvent) => {
    const element = box.current
    if (!element || !picture || pointerType !== 'mouse') return
    const area = currentTarget.getBoundingClientRect()
    const { zoom, width, height } = enlarged(picture, area)
    if (zoom < minZoom) return
    const [x, y] = [clientX - area.left, clientY - area.top]
    element.toggleAttribute('data-shown', true)
    const side = element.offsetWidth
    Object.assign(element.style, {
      left: `${clamp(x - side / 2, area.width - side)}px`,
      top: `${clamp(y - side / 2, area.height - side)}px`,
      backgroundImage: `url("${pictureUrl(picture.hash, picture.widths.at(-1) ?? 0, 'webp')}")`,
      backgroundSize: `${width}px ${height}px`,
      backgroundPosition: `${side / 2 - x * zoom - (width - area.width * zoom) / 2}px ${
        side / 2 - y * zoom - (height - area.height * zoom) / 2
      }px`,
    })
  }

  const hide = () => box.current?.toggleAttribute('data-shown', false)

  return { box, handlers: { onPointerMove: follow, onPointerLeave: hide, onPointerDown: hide } }
}
