import { type PointerEvent, type RefObject, useCallback, useRef, useState } from 'react'

const maxScale = 4
const doubleClickScale = 2.5
const swipePx = 50

type Point = { x: number; y: number }
type View = Point & { scale: number }

const initialView: View = { scale: 1, x: 0, y: 0 }
const midpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/**
 * Zooms by pinch, wheel, double click and buttons. Dragging moves a zoomed picture; swiping changes an unzoomed one.
 */
export function usePinchZoom(stage: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void) {
  const view = useRef(initialView)
  const pointers = useRef(new Map<number, Point>())
  const swipeStart = useRef<Point | null>(null)
  const [zoomed, setZoomed] = useState(false)

  const place = useCallback(
    ({ scale, x, y }: View) => {
      const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
      const next = { scale, x: clamp(x, clientWidth * (1 - scale), 0), y: clamp(y, clientHeight * (1 - scale), 0) }
      view.current = next
      setZoomed(scale > 1)
      const picture = stage.current?.querySelector('img')
      if (picture) picture.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`
    },
    [stage],
  )

  const zoomAt = useCallback(
    (point: Point, scale: number) => {
      const { x, y, scale: before } = view.current
      const after = clamp(scale, 1, maxScale)
      const ratio = after / before
      place({ scale: after, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio })
    },
    [place],
  )

  const zoomBy = useCallback(
    (factor: number) => {
      const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
      zoomAt({ x: clientWidth / 2, y: clientHeight / 2 }, view.current.scale * factor)
    },
    [stage, zoomAt],
  )

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }

  const down = (event: PointerEvent) => {
    stage.current?.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, pointOf(event))
    swipeStart.current = pointers.current.size === 1 ? pointOf(event) : null
  }

  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    pointers.current.set(event.pointerId, now)
    const { scale, x, y } = view.current
    if (!other) return scale > 1 ? place({ scale, x: x + now.x - before.x, y: y + now.y - before.y }) : undefined
    zoomAt(midpoint(now, other), (scale * distance(now, other)) / (distance(before, other) || 1))
  }

  const up = (event: PointerEvent) => {
    const start = swipeStart.current
    pointers.current.delete(event.pointerId)
    swipeStart.current = null
    if (!start || view.current.scale > 1) return
    const swipedPx = pointOf(event).x - start.x
    if (Math.abs(swipedPx) > swipePx) onSwipe(swipedPx < 0 ? 1 : -1)
  }

  const cancel = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId)
    swipeStart.current = null
  }

  return {
    zoomed,
    zoomBy,
    reset: useCallback(() => place(initialView), [place]),
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        zoomAt(pointOf(event), view.current.scale > 1 ? 1 : doubleClickScale),
      onWheel: (event: { clientX: number; clientY: number; deltaY: number }) =>
        zoomAt(pointOf(event), view.current.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15)),
    },
  }
}
