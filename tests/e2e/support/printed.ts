import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Page } from '@playwright/test'
import jsQR from 'jsqr'

const dotsPerMm = 300 / 25.4

/** A printed page in shades of grey, 0 being black. */
export type PrintedPage = { width: number; height: number; grey: Uint8Array }

export async function print(page: Page): Promise<PrintedPage[]> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages = []
  for (const printed of document.pages()) {
    const { width, height, data } = await printed.render({
      scale: (dotsPerMm * 25.4) / 72,
      colorSpace: 'Gray',
      render: async (options) => options.data,
    })
    pages.push({ width, height, grey: data.slice(0, width * height) })
  }
  document.destroy()
  library.destroy()
  return pages
}

/** The texts of all QR codes on the page. */
export function readQrCodes({ width, height, grey }: PrintedPage): string[] {
  const pixels = new Uint8ClampedArray(width * height * 4)
  grey.forEach((shade, index) => {
    pixels.set([shade, shade, shade, 255], 4 * index)
  })
  const found: string[] = []
  for (let code = jsQR(pixels, width, height); code; code = jsQR(pixels, width, height)) {
    found.push(code.data)
    const { topLeftCorner, bottomRightCorner } = code.location
    // It finds one code, so this one is painted over.
    for (let y = Math.floor(topLeftCorner.y); y <= bottomRightCorner.y; y++) {
      const row = 4 * (y * width)
      pixels.fill(255, row + 4 * Math.floor(topLeftCorner.x), row + 4 * Math.ceil(bottomRightCorner.x))
    }
  }
  return found
}

/** The size in millimetres of what is printed on the page. */
export function printedSize({ width, grey }: PrintedPage): { width: number; height: number } {
  const [xs, ys] = [new Set<number>(), new Set<number>()]
  grey.forEach((shade, index) => {
    if (shade > 230) return
    xs.add(index % width)
    ys.add(Math.floor(index / width))
  })
  const extent = (values: Set<number>) => {
    const sorted = [...values].toSorted((a, b) => a - b)
    return ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0) + 1) / dotsPerMm
  }
  return { width: extent(xs), height: extent(ys) }
}
