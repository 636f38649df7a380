import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'

/** The route patterns in `app/routes.ts` that return HTML; routes in `.ts` files return other documents. */
export const pagePatterns = patternsOf(routes)

function patternsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const pattern = path === undefined ? parent : `${parent}/${path}`
    if (children) return patternsOf(children, pattern)
    return file.endsWith('.tsx') ? [pattern || '/'] : []
  })
}
