import { type PointerEvent, type RefObject, useCallback, useRef, useState } from 'react'

const most = 4
const tapTimes = 2.5
const swipePx = 50

type Point = { x: number; y: number }
type View = Point & { scale: number }

const asItIs: View = { scale: 1, x: 0, y: 0 }
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/**
 * Zoom by pinch, wheel, double click and buttons; a finger moves what is larger than the stage, and swipes what is not.
 */
export function usePinchZoom(stage: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void) {
  const view = useRef(asItIs)
  const fingers = useRef(new Map<number, Point>())
  const pressed = useRef<Point | null>(null)
  const [zoomed, setZoomed] = useState(false)

  const place = useCallback(
    ({ scale, x, y }: View) => {
      const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
      const to = { scale, x: clamp(x, clientWidth * (1 - scale), 0), y: clamp(y, clientHeight * (1 - scale), 0) }
      view.current = to
      setZoomed(scale > 1)
      const picture = stage.current?.querySelector('img')
      if (picture) picture.style.transform = `translate(${to.x}px, ${to.y}px) scale(${to.scale})`
    },
    [stage],
  )

  const zoomAt = useCallback(
    (point: Point, scale: number) => {
      const { x, y, scale: before } = view.current
      const after = clamp(scale, 1, most)
      const grown = after / before
      place({ scale: after, x: point.x - (point.x - x) * grown, y: point.y - (point.y - y) * grown })
    },
    [place],
  )

  const zoomBy = useCallback(
    (times: number) => {
      const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
      zoomAt({ x: clientWidth / 2, y: clientHeight / 2 }, view.current.scale * times)
    },
    [stage, zoomAt],
  )

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }

  const down = (event: PointerEvent) => {
    stage.current?.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, pointOf(event))
    pressed.current = fingers.current.size === 1 ? pointOf(event) : null
  }

  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    fingers.current.set(event.pointerId, now)
    const { scale, x, y } = view.current
    if (!other) return scale > 1 ? place({ scale, x: x + now.x - before.x, y: y + now.y - before.y }) : undefined
    zoomAt(middle(now, other), (scale * distance(now, other)) / (distance(before, other) || 1))
  }

  const up = (event: PointerEvent) => {
    const start = pressed.current
    fingers.current.delete(event.pointerId)
    pressed.current = null
    if (!start || view.current.scale > 1) return
    const moved = pointOf(event).x - start.x
    if (Math.abs(moved) > swipePx) onSwipe(moved < 0 ? 1 : -1)
  }

  const cancel = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId)
    pressed.current = null
  }

  return {
    zoomed,
    zoomBy,
    reset: useCallback(() => place(asItIs), [place]),
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        zoomAt(pointOf(event), view.current.scale > 1 ? 1 : tapTimes),
      onWheel: (event: { clientX: number; clientY: number; deltaY: number }) =>
        zoomAt(pointOf(event), view.current.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15)),
    },
  }
}
