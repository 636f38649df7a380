/** Tags are compared without regard to spaces and letter case: `Home Decore` is `homedecore`. */
export function tagKey(tag: string): string {
  return tag.toLowerCase().replace(/[\s_-]+/g, '')
}

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
