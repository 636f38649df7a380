/** The first of each list are the common ones: the catalogue picks from the front more often than from the back. */
export const stones = [
  'Quartz',
  'Tourmaline',
  'Aquamarine',
  'Ruby',
  'Garnet',
  'Kyanite',
  'Amethyst',
  'Turquoise',
  'Sapphire',
  'Citrine',
  'Lapis Lazuli',
  'Shaligram',
  'Beryl',
  'Danburite',
  'Fluorite',
  'Sodalite',
  'Rhodonite',
  'Labradorite',
  'Moonstone',
  'Carnelian',
  'Malachite',
  'Obsidian',
  'Serpentine',
  'Spinel',
  'Epidote',
  'Apatite',
  'Zircon',
  'Hambergite',
  'Topaz',
  'Peridot',
]

export const looks = [
  'Clear',
  'Smoky',
  'Polished',
  'Raw',
  'Banded',
  'Phantom',
  'Frosted',
  'Carved',
  'Twinned',
  'Mirrored',
  'Weathered',
  'Included',
]

export const colors = ['clear', 'black', 'green', 'blue', 'pink', 'red', 'grey', 'violet', 'golden', 'brown', 'white']

/** What a piece is, and the category it stands in. */
export const forms = [
  ['Point', 1],
  ['Ring', 3],
  ['Key Ring', 2],
  ['Cluster', 1],
  ['Bracelet', 3],
  ['Handbag Charm', 2],
  ['Palm Stone', 1],
  ['Earrings', 3],
  ['Phone Case', 2],
  ['Sphere', 1],
  ['Pendant', 3],
  ['Bowl', 2],
  ['Geode', 1],
  ['Necklace', 3],
  ['Incense Holder', 2],
] as const

export const districts = [
  'Dhading',
  'Taplejung',
  'Sankhuwasabha',
  'Jajarkot',
  'Rasuwa',
  'Gorkha',
  'Mustang',
  'Manang',
  'Solukhumbu',
  'Dolakha',
  'Sindhupalchok',
  'Lamjung',
  'Myagdi',
  'Baglung',
  'Rukum',
  'Dolpa',
  'Humla',
  'Panchthar',
  'Bhojpur',
  'Kavre',
]

const openings = ['ka', 'mi', 'do', 'ru', 'pha', 'te', 'shu', 'no', 'gye', 'la', 'bri', 'za', 'the', 'lho', 'pa', 'dra']
const middles = ['mor', 'tsen', 'lung', 'dril', 'khab', 'nyer', 'gom', 'shak', 'pemb', 'ruk', 'thop', 'wang', 'zhol']
const endings = ['ango', 'ithe', 'urma', 'osel', 'amba', 'ezin', 'ukho', 'iwal', 'olmo', 'akye', 'endu', 'ipsa', 'ombo']

const plainMakers = openings.length * middles.length * endings.length

/** Names that only a few pieces bear: a larger shop has more of them, each about as rare. */
export function makers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    // 7 shares no factor with the 2,704 names, so every name comes once, and neighbours differ from the start.
    const at = (index * 7) % plainMakers
    const opening = openings[at % openings.length]
    const middle = middles[Math.floor(at / openings.length) % middles.length]
    const ending = endings[Math.floor(at / openings.length / middles.length)]
    // In front, since a search finds whatever begins with what was typed.
    const clan = index < plainMakers ? '' : middles[Math.floor(index / plainMakers) - 1]
    return `${clan}${opening}${middle}${ending}`
  })
}
