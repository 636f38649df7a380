import { useSite } from '#app/features/site/seo.tsx'
import { useCarousel } from '#app/ui/carousel.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { StepButton } from '#app/ui/step-button.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { Review } from '#modules/catalog/contract.ts'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import { RatingLabel, reviewsId } from './rating.tsx'

type Props = { reviews: Review[]; picture: PictureData | undefined }

/** A review without pictures shows the picture of the product. */
export function Reviews({ reviews, picture }: Props) {
  const { ref, previous, next, atStart, atEnd } = useCarousel()
  if (reviews.length === 0) return null
  return (
    <section className="page section max-w-none pb-0" aria-labelledby={reviewsId} aria-roledescription="carousel">
      <div className="rule grid-12 gap-y-8 pt-8">
        <h2 id={reviewsId} tabIndex={-1} className="t-h3 col-span-12 lg:col-span-3">
          Reviews
        </h2>
        <div ref={ref} className="carousel-view col-span-12 lg:col-span-7 lg:col-start-5">
          <ul className="carousel-slides h-full *:relative *:min-w-0 *:flex-[0_0_100%]">
            {reviews.map((review) => (
              <li key={review.id} className="grid grid-cols-[72px_1fr] gap-5 lg:grid-cols-[104px_1fr] lg:gap-8">
                <ReviewPicture picture={review.pictures[0] ?? picture} />
                <div>
                  <blockquote className="t-h3 m-0 whitespace-pre-line italic [overflow-wrap:anywhere]">
                    “{review.description}”
                  </blockquote>
                  <p className="t-note mt-5 mb-0 flex flex-wrap gap-x-4">
                    {review.name}
                    <RatingLabel rating={review.rating} />
                  </p>
                  {review.pictures.length > 1 && <MorePictures pictures={review.pictures.slice(1)} />}
                  {review.answer && <Answer text={review.answer} />}
                </div>
              </li>
            ))}
          </ul>
        </div>
        {reviews.length > 1 && (
          <div className="col-span-12 flex max-lg:-ml-3 lg:col-span-1 lg:justify-end">
            <StepButton label="Previous review" disabled={atStart} onPress={previous}>
              <Icon name="left" />
            </StepButton>
            <StepButton label="Next review" disabled={atEnd} onPress={next}>
              <Icon name="right" />
            </StepButton>
          </div>
        )}
      </div>
    </section>
  )
}

function ReviewPicture({ picture }: { picture: PictureData | undefined }) {
  return (
    <div className="card-tile self-start">
      <TilePicture picture={picture} sizes="(min-width: 64rem) 104px, 72px" decorative />
    </div>
  )
}

function MorePictures({ pictures }: { pictures: PictureData[] }) {
  return (
    <div className="mt-5 flex gap-3">
      {pictures.map((picture) => (
        <div key={picture.hash} className="card-tile w-20">
          <TilePicture picture={picture} sizes="80px" />
        </div>
      ))}
    </div>
  )
}

function Answer({ text }: { text: string }) {
  return (
    <div className="mt-6 border-rule border-l pl-5">
      <p className="t-note m-0">Reply from {useSite().shopName}</p>
      <p className="m-0 mt-1 whitespace-pre-line text-granite [overflow-wrap:anywhere]">{text}</p>
    </div>
  )
}
