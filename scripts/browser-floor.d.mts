type Support = { status?: { by_compat_key?: Record<string, { support: Record<string, string> }> } }

export const browserFloor: Record<'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios', number>
export const buildTarget: string[]
export function scriptAboveFloor(code: string, features: Record<string, Support>): string[]
export function styleAboveFloor(code: string, features: Record<string, Support>): string[]
