import { whenAtRest } from './on-idle.ts'

/** Sections that were left for later are laid out one by one while nobody needs the browser; see 0024. */
export function layOutBelow(): () => void {
  const waiting = [...document.querySelectorAll<HTMLElement>('.below')]
  let callOff = () => {}
  function next() {
    callOff = whenAtRest(() => {
      const section = waiting.shift()
      if (!section) return
      section.style.contentVisibility = 'visible'
      next()
    })
  }
  next()
  return () => callOff()
}
