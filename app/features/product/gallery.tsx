import { type ReactNode, useState } from 'react'
import { useCarousel } from '#app/ui/carousel.tsx'
import { toastLoadFailure, useDeferredComponent } from '#app/ui/deferred-component.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import type { Turn as Frames } from '#modules/media/turn.ts'
import { Turn } from './turn.tsx'
import { useZoomBox } from './zoom-box.ts'

const loadViewer = () => import('./viewer.tsx')
const sizes = '(min-width: 64rem) 50vw, 100vw'

type Props = { pictures: PictureData[]; turn: Frames; name: string; corner: ReactNode }

export function Gallery({ pictures, turn, name, corner }: Props) {
  const { ref, selected, show } = useCarousel()
  const { box, handlers } = useZoomBox(pictures[selected])
  const [isViewerOpen, setViewerOpen] = useState(false)
  const [isTurning, setTurning] = useState(false)
  const Viewer = useDeferredComponent(loadViewer, isViewerOpen, () => {
    setViewerOpen(false)
    toastLoadFailure()
  })
  const showPicture = (index: number) => {
    setTurning(false)
    show(index)
  }
  if (pictures.length === 0) return <NoPicture corner={corner} />
  const column = pictures.length > 1 ? 'lg:col-start-2' : 'lg:col-span-2'
  return (
    <section className="grid gap-3 lg:grid-cols-[76px_minmax(0,1fr)] lg:gap-4" aria-label={`Pictures of ${name}`}>
      <figure className="m-0 contents">
        {/* The product is in the middle of the picture, so short screens may crop the top and bottom. */}
        <div
          className={`gallery-stage relative overflow-hidden bg-stage max-lg:-mx-gutter max-lg:h-[max(min(125vw,54svh),90vw)] lg:row-start-1 lg:aspect-tile lg:max-h-[max(36rem,calc(100svh-var(--spacing-header)-6rem))] lg:w-full ${column}`}
        >
          <div className="carousel-view h-full" ref={ref} inert={isTurning} {...handlers}>
            <div className="carousel-slides h-full *:relative *:min-w-0 *:flex-[0_0_100%]">
              {pictures.map((picture, index) => (
                <button
                  key={picture.hash}
                  type="button"
                  className="block cursor-zoom-in"
                  aria-label={`View picture ${index + 1} of ${pictures.length} full screen: ${picture.alt}`}
                  tabIndex={index === selected ? 0 : -1}
                  onClick={() => setViewerOpen(true)}
                >
                  <Picture
                    picture={picture}
                    sizes={sizes}
                    eager={index === 0}
                    preload={index === 0}
                    className="absolute inset-0 h-full w-full object-cover"
                  />
                </button>
              ))}
            </div>
          </div>
          <div ref={box} className="zoom-box" aria-hidden="true" />
          {turn.length > 0 && <Turn frames={turn} name={name} isOn={isTurning} setOn={setTurning} />}
          {corner}
        </div>
        <Captions pictures={pictures} selected={selected} className={column} />
      </figure>
      {pictures.length > 1 && <Thumbnails pictures={pictures} selected={selected} show={showPicture} />}
      {Viewer && (
        <Viewer
          open={isViewerOpen}
          pictures={pictures}
          name={name}
          index={selected}
          onMove={show}
          onClose={() => setViewerOpen(false)}
        />
      )}
    </section>
  )
}

type CaptionProps = { pictures: PictureData[]; selected: number; className: string }

/** Share one grid cell as high as the longest. Hidden from screen readers, which read the same text as the alt text. */
function Captions({ pictures, selected, className }: CaptionProps) {
  return (
    <figcaption
      className={`t-note grid *:invisible *:[grid-area:1/1] *:data-shown:visible ${className}`}
      aria-hidden="true"
    >
      {pictures.map(({ hash, alt }, index) => (
        <span key={hash} data-shown={index === selected || undefined}>
          {alt}
        </span>
      ))}
    </figcaption>
  )
}

type ThumbnailProps = { pictures: PictureData[]; selected: number; show: (index: number) => void }

function Thumbnails({ pictures, selected, show }: ThumbnailProps) {
  return (
    <div className="flex min-w-0 gap-3 max-lg:overflow-x-auto max-lg:p-0.5 lg:col-start-1 lg:row-start-1 lg:flex-col">
      {pictures.map((picture, index) => (
        <button
          key={picture.hash}
          type="button"
          className="thumb block aspect-tile w-16 flex-none overflow-hidden bg-stage opacity-75 hover:opacity-100 aria-[current=true]:opacity-100 aria-[current=true]:[box-shadow:0_0_0_1px_var(--color-snow),0_0_0_2px_var(--color-ink)] lg:w-[76px]"
          aria-label={`Show picture ${index + 1} of ${pictures.length}`}
          aria-current={index === selected}
          onClick={() => show(index)}
        >
          <Picture picture={picture} sizes="76px" decorative className="size-full object-cover" />
        </button>
      ))}
    </div>
  )
}

function NoPicture({ corner }: { corner: ReactNode }) {
  return (
    <div className="card-tile max-lg:-mx-gutter">
      <MountainDrawing className="tile-placeholder" />
      {corner}
    </div>
  )
}
