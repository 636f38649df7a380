import { NumberedList } from '#app/ui/numbered-list.tsx'
import type { PageTexts } from '#modules/content/texts.ts'
import avif from '../../assets/art/started-800.avif'
import webp from '../../assets/art/started-800.webp'
import massif from '../../assets/ridge-massif.svg'
import { Art } from './art.tsx'

export function WhyWeStarted({ texts }: { texts: PageTexts<'home'> }) {
  return (
    <section className="page section" aria-labelledby="started">
      <div className="grid-12 gap-y-10 lg:grid-rows-[auto_1fr]">
        <h2 id="started" className="t-label col-span-12 pt-2 lg:col-span-3">
          WHY WE STARTED
        </h2>
        <Art
          picture={{ avif, webp }}
          width={800}
          height={1000}
          className="col-span-12 h-auto w-full max-lg:order-last max-lg:aspect-still max-lg:object-cover lg:col-span-3 lg:row-start-2"
        />
        <div className="col-span-12 lg:col-span-8 lg:col-start-5 lg:row-span-2 lg:row-start-1">
          <p className="t-h2 m-0 text-pretty">{texts.started}</p>
          <div className="grid-12 mt-block gap-y-6 text-granite">
            <p className="col-span-12 m-0 lg:col-span-6">{texts.startedLeft}</p>
            <p className="col-span-12 m-0 lg:col-span-6">{texts.startedRight}</p>
          </div>
        </div>
      </div>
    </section>
  )
}

const reasons = [
  {
    title: 'Pure, natural, authentic',
    text: 'Every stone grew in the ground. Its origin and any treatment stand on its page.',
  },
  {
    title: '100% handcrafted',
    text: 'Cut, hammered, woven and stitched by hand, most of it in the Kathmandu Valley.',
  },
  {
    title: 'Value for money',
    text: 'We buy from those who find and make each piece, so little is added to the price.',
  },
]

export function WhyChooseUs() {
  return (
    <section className="pb-section" aria-labelledby="reasons">
      <div className="page">
        <h2 id="reasons" className="t-label text-center">
          WHY CHOOSE US
        </h2>
      </div>
      <img
        src={massif}
        alt=""
        width={1200}
        height={200}
        loading="lazy"
        className="mt-12 h-[clamp(110px,15.5vw,224px)] w-full"
      />
      <div className="page">
        <NumberedList items={reasons} centered />
      </div>
    </section>
  )
}
