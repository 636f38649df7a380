import { FullWidthPicture } from '#app/ui/full-width-picture.tsx'
import { NumberedList } from '#app/ui/numbered-list.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { PageTexts } from '#modules/content/texts.ts'
import avif from '../../assets/art/story-1200.avif'
import webp from '../../assets/art/story-1200.webp'

const cards = [
  {
    title: 'A place, written down',
    text: 'Each page names the district we were given. Where a stone came to Nepal from abroad, it names the workshop instead.',
  },
  {
    title: 'A treatment, named',
    text: 'Heated, dyed, oiled, stabilised or nothing at all. Where the history of a stone is not known, we assume the likelier answer and say so.',
  },
  {
    title: 'A hand, not a slogan',
    text: 'Some things are made wholly by hand, some with a motor to spare the arm, some only finished by hand. We keep the three apart.',
  },
]

export function LearnStory({ texts }: { texts: PageTexts<'learn'> }) {
  return (
    <>
      <PageHead label="Learn" title="How a stone leaves the mountain">
        <p>{texts.lead}</p>
      </PageHead>
      <FullWidthPicture
        avif={avif}
        webp={webp}
        alt="A snow peak at dawn, with ridges rising from the mist below it"
        width={1200}
        height={800}
        position="object-[50%_35%]"
      />
      <section className="page grid-12 gap-y-8 pt-section" aria-labelledby="story">
        <h2 id="story" className="t-label col-span-12 lg:col-span-4">
          THE STORY
        </h2>
        <div className="col-span-12 lg:col-span-8">
          <p className="t-h2 m-0 text-balance">{texts.story}</p>
          <div className="mt-block grid gap-x-gap gap-y-6 text-granite md:grid-cols-2 [&_p]:m-0">
            <p>{texts.storyLeft}</p>
            <p>{texts.storyRight}</p>
          </div>
        </div>
      </section>
      <section className="page pt-section" aria-labelledby="promise">
        <h2 id="promise" className="t-h3 mb-block">
          What we write down about each piece
        </h2>
        <NumberedList items={cards} />
      </section>
    </>
  )
}
