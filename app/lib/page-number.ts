/** The page that an address asks for; the first where it asks for something that cannot be counted. */
export function pageNumberOf(address: string): number {
  const [, given = ''] = [...new URL(address).searchParams].find(([name]) => name.toLowerCase() === 'page') ?? []
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 1
}
