import type { features as webFeatures } from 'web-features'

export const oldestBrowsers: Record<'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios', number>
export const buildTarget: string[]
export function unsupportedScriptFeatures(code: string, features: typeof webFeatures): string[]
export function unsupportedStyleFeatures(code: string, features: typeof webFeatures): string[]
