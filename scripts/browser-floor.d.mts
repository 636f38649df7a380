import type { features as webFeatures } from 'web-features'

export const browserFloor: Record<'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios', number>
export const buildTarget: string[]
export function scriptAboveFloor(code: string, features: typeof webFeatures): string[]
export function styleAboveFloor(code: string, features: typeof webFeatures): string[]
