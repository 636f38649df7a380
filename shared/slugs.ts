/** Tags are compared ignoring letter case, spaces, hyphens and underscores: `Home Decore` becomes `homedecore`. */
export function tagKey(tag: string): string {
  return tag.toLowerCase().replace(/[\s_-]+/g, '')
}

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
