import { findChromium } from '../../../scripts/chromium.mjs'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The next tab, in the process of this one, need not compile the scripts again.
  '--renderer-process-limit=1',
]

/** Playwright's own settings, which ours would replace: a mouse that can hover. */
const mouse = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'

export function chromium({ pictures }: { pictures: boolean }) {
  const args = pictures ? flags : [...flags, `--blink-settings=imagesEnabled=false,${mouse}`]
  return { executablePath: findChromium() ?? 'chromium', args }
}

/** For files that test pictures or films; elsewhere they are not fetched. */
export const withPictures = { launchOptions: chromium({ pictures: true }) }

/** For files that test animations; elsewhere motion is reduced. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const
