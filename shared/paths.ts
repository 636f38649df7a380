/** A loop, because `/\/+$/` takes quadratic time on a long run of slashes. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

export function collapseSlashes(path: string): string {
  return path.replace(/\/{2,}/g, '/')
}

/** Matches a lower-case path, split at its slashes, against a template such as `/product/{slug}`. */
export function pathMatcher(template: string): (segments: readonly string[]) => boolean {
  const expected = template.toLowerCase().split('/')
  return (segments) =>
    segments.length === expected.length &&
    expected.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : segments[index] === part))
}

/** The path of the page for which the router loads a path that ends with `.data`. */
export const pageOfData = (path: string) => path.replace(/\.data$/, '').replace(/\/_$/, '/')
