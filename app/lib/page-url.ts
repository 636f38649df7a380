/** The URL of another page of the same list. */
export function pageUrl({ pathname, search }: { pathname: string; search: string }, page: number): string {
  const query = withoutPage(search)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text ? `${pathname}?${text}` : pathname
}

export function withoutPage(search: string): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => !/^page$/i.test(name)))
}
