/** Email programs and forms turn a plus sign into a space; this turns it back. */
export function readEmailLink(search: string): { token: string; email: string } {
  const query = new URLSearchParams(search)
  const read = (name: string) => (query.get(name) ?? '').replaceAll(' ', '+')
  return { token: read('token'), email: read('email') }
}
