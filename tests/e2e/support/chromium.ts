import { findChromium } from '../../../scripts/chromium.mjs'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Playwright's own settings, which ours would replace: a mouse that can hover. */
const mouse = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'

export function chromium({ pictures }: { pictures: boolean }) {
  const args = pictures ? flags : [...flags, `--blink-settings=imagesEnabled=false,${mouse}`]
  return { executablePath: findChromium() ?? 'chromium', args }
}

/** For files that test pictures, films, fonts or what is fetched: a cache that is empty at first, and pictures. */
export const withPictures = { reuseContext: false, launchOptions: chromium({ pictures: true }) }

/** For files that test animations; elsewhere motion is reduced. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const
