import { type Picture, type PictureFormat, pictureUrl } from '#modules/media/picture.ts'
import smallAvif from '../../assets/art/hero-640.avif'
import smallWebp from '../../assets/art/hero-640.webp'
import wideAvif from '../../assets/art/hero-1280.avif'
import wideWebp from '../../assets/art/hero-1280.webp'
import fullAvif from '../../assets/art/hero-1920.avif'
import fullWebp from '../../assets/art/hero-1920.webp'
import tallAvif from '../../assets/art/hero-tall-405.avif'
import tallWebp from '../../assets/art/hero-tall-405.webp'

const portrait = '(max-aspect-ratio: 3/4)'

type Sources = Record<PictureFormat, string>

const defaultWide: Sources = {
  avif: `${smallAvif} 640w, ${wideAvif} 1280w, ${fullAvif} 1920w`,
  webp: `${smallWebp} 640w, ${wideWebp} 1280w, ${fullWebp} 1920w`,
}
const defaultTall: Sources = { avif: `${tallAvif} 405w`, webp: `${tallWebp} 405w` }

function sourcesOf({ hash, widths }: Picture): Sources {
  const sourceSet = (format: PictureFormat) =>
    widths.map((width) => `${pictureUrl(hash, width, format)} ${width}w`).join(', ')
  return { avif: sourceSet('avif'), webp: sourceSet('webp') }
}

type Props = { large: Picture | null; small: Picture | null }

/** The owner's pictures, or the first frame of the film. Preloaded, because it is the largest element of the first view. */
export function HeroPoster({ large, small }: Props) {
  const wide = large ? sourcesOf(large) : defaultWide
  const own = small ?? large
  const tall = own ? sourcesOf(own) : defaultTall
  return (
    <>
      <Preload sources={tall} media={portrait} />
      <Preload sources={wide} media={`not all and ${portrait}`} />
      <picture className="contents">
        <source type="image/avif" srcSet={tall.avif} sizes="100vw" media={portrait} />
        <source type="image/webp" srcSet={tall.webp} sizes="100vw" media={portrait} />
        <source type="image/avif" srcSet={wide.avif} sizes="100vw" />
        <img
          src={wide.webp.split(' ')[0]}
          srcSet={wide.webp}
          sizes="100vw"
          alt=""
          width={1280}
          height={720}
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
    </>
  )
}

function Preload({ sources: { avif }, media }: { sources: Sources; media: string }) {
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      href={avif.split(' ')[0]}
      imageSrcSet={avif}
      imageSizes="100vw"
      media={media}
      fetchPriority="high"
    />
  )
}
