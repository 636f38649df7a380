let isOld = false

/** The server has told of fees that this page does not know: the site's own facts are asked for anew. */
export function askSiteAnew(): void {
  isOld = true
}

/** Once for each time that they were found old. */
export function takeSiteIsOld(): boolean {
  const wasOld = isOld
  isOld = false
  return wasOld
}
