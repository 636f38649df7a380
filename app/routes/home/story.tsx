import { Numbered } from '#app/ui/numbered.tsx'
import massif from '../../assets/ridge-massif.svg'

export function WhyWeStarted() {
  return (
    <section className="below page section" aria-labelledby="started">
      <div className="grid-12 gap-y-10">
        <h2 id="started" className="t-label col-span-12 pt-2 lg:col-span-3">
          WHY WE STARTED
        </h2>
        <div className="col-span-12 lg:col-span-8 lg:col-start-5">
          <p className="t-h2 m-0 text-pretty">
            The finest stones in our valleys left Nepal without a name. We started ALPINE so that each one could travel
            with its own.
          </p>
          <div className="grid-12 mt-block gap-y-6 text-granite">
            <p className="col-span-12 m-0 lg:col-span-6">
              We buy from the people who climb for the stone, and from workshops that have cut, hammered and set for
              generations. Fewer hands, longer friendships, fairer prices.
            </p>
            <p className="col-span-12 m-0 lg:col-span-6">
              What was done to a piece is written beside it: heated, stabilised, or left as it was found. Where a stone
              came to us from abroad, the page says so too.
            </p>
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
    <section className="below pb-section" aria-labelledby="reasons">
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
        <Numbered items={reasons} centred />
      </div>
    </section>
  )
}
