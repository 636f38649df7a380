import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { PrintedStrip } from './printed-strip.tsx'
import { RingSizer } from './ring-sizer.tsx'
import { BangleTable, BraceletTable, RingTable } from './size-tables.tsx'

const path = '/size-guide'

export const handle: Handle = { cache: { query: [] }, sitemap: true }

export default function SizeGuide() {
  const { siteUrl } = useSite()
  return (
    <>
      <Seo
        title="Size guide"
        description="Find your ring or bracelet size: measure a ring on the screen or print a paper strip. US, UK, EU, Indian and Nepali sizes in millimetres."
        path={path}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Home', path: '/' },
            { name: 'Size guide', path },
          ]),
        ]}
      />
      <div className="page pt-10 print:hidden lg:pt-16">
        <h1 className="t-h1">Find your size</h1>
        <p className="t-lead mt-6 mb-0 max-w-prose">
          A ring fits when it slides over the knuckle with a little resistance. Measure in the evening, when fingers are
          warm, and measure twice.
        </p>
        <div className="grid-12 mt-block gap-y-12">
          <section className="col-span-12 lg:col-span-5" aria-labelledby="on-screen">
            <h2 id="on-screen" className="t-h3">
              With a ring you own
            </h2>
            <p className="mt-3 mb-0 max-w-prose text-granite">
              Lay a ring that fits you on the screen and change a circle until it fills the inside of the ring. A bank
              card tells the page how large your screen is.
            </p>
            <RingSizer />
          </section>
          <section id="paper-strip" className="col-span-12 lg:col-span-6 lg:col-start-7" aria-labelledby="with-paper">
            <h2 id="with-paper" className="t-h3">
              With a paper strip
            </h2>
            <p className="mt-3 mb-0 max-w-prose text-granite">
              Print this page at 100 %. It prints a ruler to cut out, for fingers and wrists. Lay the strip around,
              close but not tight, and read the millimetres where it meets. Or use any strip of paper and a ruler.
            </p>
            <button type="button" className="btn-text needs-script mt-3" onClick={() => window.print()}>
              <span>Print the paper strip</span>
            </button>
          </section>
        </div>
        <section className="pt-section" aria-labelledby="rings">
          <h2 id="rings" className="t-h3">
            Ring sizes
          </h2>
          <p className="mt-3 mb-6 max-w-prose text-granite">
            The EU size is the length around the inside in millimetres (ISO 8653). Indian and Nepali numbers count from
            40 mm. Systems do not match exactly: each row names the nearest size.
          </p>
          <RingTable />
        </section>
        <div className="grid-12 gap-y-section pt-section">
          <section className="col-span-12 lg:col-span-5" aria-labelledby="bracelets">
            <h2 id="bracelets" className="t-h3">
              Bracelets and cuffs
            </h2>
            <p className="mt-3 mb-6 text-granite">
              Measure around the wrist, below the bone. A bracelet is 15 mm longer, so that it moves a little.
            </p>
            <BraceletTable />
          </section>
          <section className="col-span-12 lg:col-span-5 lg:col-start-8" aria-labelledby="bangles">
            <h2 id="bangles" className="t-h3">
              Bangles
            </h2>
            <p className="mt-3 mb-6 text-granite">
              A closed bangle must pass over the hand. Lay the thumb against the little finger and measure around the
              widest part of the hand.
            </p>
            <BangleTable />
          </section>
        </div>
      </div>
      <PrintedStrip />
    </>
  )
}
