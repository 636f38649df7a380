/** The page number of a URL; 1 when it is missing or invalid. */
export function pageNumberOf(url: string): number {
  const [, value = ''] = [...new URL(url).searchParams].find(([name]) => name.toLowerCase() === 'page') ?? []
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
}
