import Autoplay from 'embla-carousel-autoplay'
import { type FocusEvent, type PointerEvent, useMemo, useState } from 'react'
import { href } from 'react-router'
import { bannerArt } from '#app/features/site/banner-art.ts'
import { OwnLink } from '#app/features/site/own-link.tsx'
import { Slide, useCarousel, useReducedMotion } from '#app/ui/carousel.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { bannerTitles } from '#modules/content/banner-titles.ts'
import type { Banner as CustomBanner } from '#modules/content/contract.ts'
import { type Picture, pictureUrl } from '#modules/media/picture.ts'
import { Art } from './art.tsx'

const smallScreen = '(max-width: 480px)'
const autoplay = { delay: 6000, playOnInit: false, stopOnFocusIn: false }
const durationMs = 1000

type BannerPictures = (typeof bannerArt)[number]
type Banner = BannerPictures & { title: string; link: string }

/** Titles, links and pictures set by the owner replace the defaults. */
function mergeBanners(customBanners: CustomBanner[]): Banner[] {
  return bannerArt.map((defaults, index) => {
    const custom = customBanners.find(({ place }) => place === index + 1)
    return {
      title: custom?.title ?? bannerTitles[index] ?? '',
      link: custom?.link || href('/learn'),
      large: custom?.large ? pictureFiles(custom.large) : defaults.large,
      small: custom?.small ? pictureFiles(custom.small) : defaults.small,
    }
  })
}

function pictureFiles({ hash, widths }: Picture): BannerPictures['large'] {
  const width = widths.at(-1) ?? 0
  return { avif: pictureUrl(hash, width, 'avif'), webp: pictureUrl(hash, width, 'webp') }
}

/** Autoplay pauses while the mouse is over the carousel or the focus is inside it. */
function useHoverOrFocus() {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  return {
    isActive: hovered || focused,
    listeners: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  }
}

export function Banners({ customBanners }: { customBanners: CustomBanner[] }) {
  const banners = mergeBanners(customBanners)
  const { isActive, listeners } = useHoverOrFocus()
  const [paused, setPaused] = useState(false)
  const reducedMotion = useReducedMotion()
  const plugins = useMemo(() => [Autoplay(autoplay)], [])
  const { ref, selected, previous, next, show } = useCarousel({
    loop: true,
    align: 'center',
    plugins,
    durationMs,
    paused: isActive || paused,
  })
  return (
    <section
      className="overflow-hidden pt-section"
      aria-label="Stories from the mountain"
      aria-roledescription="carousel"
      {...listeners}
    >
      <div ref={ref} className="carousel-view">
        {/* The position that the carousel sets when it starts, so that nothing shifts. */}
        <div className="carousel-slides xs:[transform:translateX(calc(16%-var(--spacing-gap)/2))] noscript:[transform:none]">
          {banners.map((banner, index) => (
            <BannerSlide
              key={banner.title}
              banner={banner}
              place={`${index + 1} of ${banners.length}`}
              inactive={index !== selected}
            />
          ))}
        </div>
      </div>
      <div className="page needs-script mt-5 flex items-center justify-center sm:gap-4">
        <button type="button" className="icon-btn" aria-label="Previous banner" onClick={previous}>
          <Icon name="left" />
        </button>
        <div className="dots">
          {banners.map(({ title }, index) => (
            <button
              key={title}
              type="button"
              aria-label={`Banner ${index + 1}`}
              aria-current={index === selected || undefined}
              onClick={() => show(index)}
            />
          ))}
        </div>
        <button type="button" className="icon-btn" aria-label="Next banner" onClick={next}>
          <Icon name="right" />
        </button>
        {!reducedMotion && (
          <button
            type="button"
            className="icon-btn"
            aria-label={paused ? 'Play banners' : 'Pause banners'}
            onClick={() => setPaused(!paused)}
          >
            <Icon name={paused ? 'play' : 'pause'} />
          </button>
        )}
      </div>
    </section>
  )
}

function BannerSlide({ banner, place, inactive }: { banner: Banner; place: string; inactive: boolean }) {
  return (
    <Slide
      aria-label={place}
      className="group min-w-0 flex-[0_0_100%] px-gutter xs:basis-[calc(68%+var(--spacing-gap))] xs:px-[calc(var(--spacing-gap)/2)] xs:transition-opacity xs:duration-(--duration-slide) xs:ease-enter xs:data-inactive:opacity-45 noscript:data-inactive:opacity-100"
      data-inactive={inactive || undefined}
    >
      <div className="on-dark relative aspect-tall overflow-hidden bg-stage text-snow xs:aspect-[2/1]">
        <Art
          picture={banner.large}
          small={{ ...banner.small, media: smallScreen }}
          width={1600}
          height={800}
          className="absolute inset-0 size-full object-cover"
        />
        <div className="absolute inset-0 bg-[linear-gradient(transparent,rgb(16_19_21/.14)_30%,rgb(16_19_21/.6)_66%,rgb(16_19_21/.78))] xs:max-lg:bg-[linear-gradient(rgb(16_19_21/.2),rgb(16_19_21/.74))]" />
        <div className="absolute inset-x-0 bottom-0 flex flex-wrap items-end justify-between gap-5 p-6 transition-opacity duration-(--duration-panel) ease-enter xs:group-data-inactive:opacity-0 lg:p-12 noscript:group-data-inactive:opacity-100">
          <p className="t-h2 m-0 max-w-[13em]">{banner.title}</p>
          <OwnLink to={banner.link} className="btn btn-snow">
            Read More<span className="sr-only">: {banner.title}</span>
          </OwnLink>
        </div>
      </div>
    </Slide>
  )
}
