export function findChromium(): string | undefined
export function ensureChromium(): Promise<string>
export const chromiumFlags: string[]
