import sharp from 'sharp'

/** Not plain: a plain picture would be cut off without a loss. */
export async function photograph(width: number, height: number): Promise<ReturnType<typeof sharp>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#336699', noise } })
}
