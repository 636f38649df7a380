import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'

/** The patterns of `app/routes.ts` that answer with HTML. A route in a `.ts` file answers with another document. */
export const pagePatterns = patternsOf(routes)

function patternsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const pattern = path === undefined ? parent : `${parent}/${path}`
    if (children) return patternsOf(children, pattern)
    return file.endsWith('.tsx') ? [pattern || '/'] : []
  })
}
