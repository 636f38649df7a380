import { findChromium } from '../../../scripts/chromium.mjs'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise a tab that was emptied goes on in another process, where the scripts are compiled again.
  '--renderer-process-limit=1',
]

/** A tab is not open long enough for code to pay that was compiled a second time. */
const plainCode = '--js-flags=--no-opt --no-maglev'

/** Playwright's own settings, which ours would replace: a mouse that can hover. */
const mouse = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'

const withoutMedia = ['--disable-remote-fonts', `--blink-settings=imagesEnabled=false,${mouse}`]

export function chromium({ media }: { media: boolean }) {
  const args = [...flags, plainCode, ...(media ? [] : withoutMedia)]
  return { executablePath: findChromium() ?? 'chromium', args }
}

/** For files that test pictures, films, or what fits with the shop's fonts; elsewhere these are not fetched. */
export const withMedia = { launchOptions: chromium({ media: true }) }

/** For files that test animations; elsewhere motion is reduced. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const
