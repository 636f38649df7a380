import sharp from 'sharp'

/** Noise, because a plain picture would survive truncation unnoticed. */
export async function createPhoto(width: number, height: number): Promise<ReturnType<typeof sharp>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#336699', noise } })
}
