import { type ReactNode, useState } from 'react'
import { toastLoadFailure, useDeferredComponent } from '#app/lib/deferred-component.ts'
import { useCarousel } from '#app/ui/carousel.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import { useZoomBox } from './zoom-box.ts'

const loadViewer = () => import('./viewer.tsx')
const sizes = '(min-width: 64rem) 50vw, 100vw'

type Props = { pictures: PictureData[]; name: string; corner: ReactNode }

export function Gallery({ pictures, name, corner }: Props) {
  const { ref, selected, show } = useCarousel()
  const { box, handlers } = useZoomBox(pictures[selected])
  const [isViewerOpen, setViewerOpen] = useState(false)
  const Viewer = useDeferredComponent(loadViewer, isViewerOpen, () => {
    setViewerOpen(false)
    toastLoadFailure()
  })
  if (pictures.length === 0) return <NoPicture corner={corner} />
  const column = pictures.length > 1 ? 'lg:col-start-2' : 'lg:col-span-2'
  return (
    <section className="grid gap-3 lg:grid-cols-[76px_minmax(0,1fr)] lg:gap-4" aria-label={`Pictures of ${name}`}>
      <figure className="m-0 contents">
        <div className={`gallery-stage ${column}`}>
          <div className="gallery-view h-full" ref={ref} {...handlers}>
            <div className="gallery-slides">
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
          {corner}
        </div>
        <Captions pictures={pictures} selected={selected} className={column} />
      </figure>
      {pictures.length > 1 && <Thumbnails pictures={pictures} selected={selected} show={show} />}
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

/** Hidden from screen readers, which read the same text as the alt text. */
function Captions({ pictures, selected, className }: CaptionProps) {
  return (
    <figcaption className={`gallery-captions t-note ${className}`} aria-hidden="true">
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
          className="thumb"
          aria-label={`Show picture ${index + 1} of ${pictures.length}`}
          aria-current={index === selected}
          onClick={() => show(index)}
        >
          <Picture picture={picture} sizes="76px" decorative />
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
