import { create } from 'qrcode'

/** Blank modules around the code, which readers need. */
const quietZone = 4

/** The code as the path of an SVG of this width and height. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (data[y * size + x] ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : '')),
  )
  return { size: size + 2 * quietZone, path: rows.flat().join('') }
}
