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

/** A part of a page in millimetres. */
type Part = { left: number; top: number; width: number; height: number }

const wholePage = ({ width, height }: PrintedPage): Part => ({
  left: 0,
  top: 0,
  width: width / dotsPerMm,
  height: height / dotsPerMm,
})

/** The text of the QR code on the page, or on a part of it; undefined if there is none or more than one. */
export function readQrCode(page: PrintedPage, part = wholePage(page)): string | undefined {
  const dots = (mm: number) => Math.round(mm * dotsPerMm)
  const [left, top, width, height] = [dots(part.left), dots(part.top), dots(part.width), dots(part.height)]
  const pixels = new Uint32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const shade = page.grey[(top + y) * page.width + left + x] ?? 255
      pixels[y * width + x] = 0xff000000 + shade * 0x010101
    }
  return jsQR(new Uint8ClampedArray(pixels.buffer), width, height)?.data
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
