import { type ReactNode, useEffect, useState } from 'react'

export type StageSize = { width: number; height: number }

/** The size of an element, which is measured again when it changes. */
export function useStageSize() {
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState<StageSize>({ width: 0, height: 0 })
  useEffect(() => {
    if (!stage) return
    const observer = new ResizeObserver(() => setSize({ width: stage.clientWidth, height: stage.clientHeight }))
    observer.observe(stage)
    return () => observer.disconnect()
  }, [stage])
  return { ref: setStage, size }
}

/** A stage above its controls, which take a column of their own on wide screens. */
export function StageLayout({ stage, children }: { stage: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-1">
      <div className="relative min-h-0 min-w-0 bg-stage">{stage}</div>
      <div className="max-h-[52svh] min-w-0 overflow-y-auto px-5 pt-4 pb-5 lg:max-h-none lg:px-8 lg:pt-6">
        {children}
      </div>
    </div>
  )
}
