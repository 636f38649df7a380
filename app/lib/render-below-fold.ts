import { onIdle } from './on-idle.ts'

/** Renders the skipped sections below the fold one by one while the browser is idle; see 0009. */
export function renderBelowFold(): () => void {
  const sections = [...document.querySelectorAll<HTMLElement>('.below-fold')]
  let cancel = () => {}
  function next() {
    cancel = onIdle(() => {
      const section = sections.shift()
      if (!section) return
      section.style.contentVisibility = 'visible'
      next()
    })
  }
  next()
  return () => cancel()
}
