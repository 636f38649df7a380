/** Tags are compared without spaces and letter case: `Home Decore` becomes `homedecore`. */
export function tagKey(tag: string): string {
  return tag.toLowerCase().replace(/[\s_-]+/g, '')
}

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
