/** Each list starts with the most common values: the catalog picks from the front more often. */
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

/** Product types with their category. */
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

/** Rare names: a larger shop has more of them, each on about as few products. */
export function makers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    // 7 is coprime to the 2,704 names, so every name is used once and neighbors start differently.
    const number = (index * 7) % plainMakers
    const opening = openings[number % openings.length]
    const middle = middles[Math.floor(number / openings.length) % middles.length]
    const ending = endings[Math.floor(number / openings.length / middles.length)]
    // A prefix, because a search matches the start of words.
    const clan = index < plainMakers ? '' : middles[Math.floor(index / plainMakers) - 1]
    return `${clan}${opening}${middle}${ending}`
  })
}
