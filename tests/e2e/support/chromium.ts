import { chromiumFlags, findChromium } from '../../../scripts/chromium.mjs'

// Keeps a reset page in the same process, so its scripts stay compiled.
const oneProcess = '--renderer-process-limit=1'

/** Pages are too short-lived for optimized code to pay off. */
const noOptimizingCompilers = '--js-flags=--no-opt --no-maglev'

/** Our `--blink-settings` replaces Playwright's, so it repeats Playwright's setting for a mouse that can hover. */
const mouse = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'

const withoutMedia = ['--disable-remote-fonts', `--blink-settings=imagesEnabled=false,${mouse}`]

export function chromium({ media }: { media: boolean }) {
  const args = [...chromiumFlags, oneProcess, noOptimizingCompilers, ...(media ? [] : withoutMedia)]
  return { executablePath: findChromium() ?? 'chromium', args }
}

/** For tests of pictures, films or text that depends on the shop's fonts; other tests do not load media. */
export const withMedia = { launchOptions: chromium({ media: true }) }

/** For tests of animations; other tests use reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const
