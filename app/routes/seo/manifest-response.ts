const png = (src: string, size: number, purpose: string) => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

export const manifestIcons = [
  png('/icon-192.png', 192, 'any'),
  png('/icon-512.png', 512, 'any'),
  png('/icon-maskable-512.png', 512, 'maskable'),
]

export const manifestResponse = (manifest: object) =>
  new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
