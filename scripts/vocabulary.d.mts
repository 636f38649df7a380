/** The refused words in a name. */
export function refusedIn(name: string): string[]
