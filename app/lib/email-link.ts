/** What a link in a mail carries. Mail programs and forms turn a plus into a space; here it is one again. */
export function readMailLink(search: string): { token: string; email: string } {
  const query = new URLSearchParams(search)
  const read = (name: string) => (query.get(name) ?? '').replaceAll(' ', '+')
  return { token: read('token'), email: read('email') }
}
