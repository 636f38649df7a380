import { href, Link } from 'react-router'
import { anchorOf } from '#app/features/product/fact-rows.ts'
import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { factExplanations, treatmentExplanations } from '#modules/catalog/fact-explanations.ts'
import { type Fact, productFacts } from '#modules/catalog/facts.ts'
import type { Route } from './+types/facts'

const path = '/facts'

export const handle: Handle = { cache: { query: [] }, sitemap: true }

type Explained = { anchor: string; title: string; text: string }

/** Made here, so that visitors do not load the list of facts. */
export function loader() {
  const facts = productFacts.flatMap((fact: Fact): Explained[] => {
    if (fact.name === 'originPlace') return []
    const title = fact.pageLabel ?? fact.label
    return [{ anchor: anchorOf(title), title, text: factExplanations[fact.name] }]
  })
  const treatments = Object.entries(treatmentExplanations).map(([name, text]) => ({
    anchor: anchorOf(name),
    name,
    text,
  }))
  return { facts, treatments }
}

export default function Facts({ loaderData: { facts, treatments } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  return (
    <>
      <Seo
        title="What the facts mean"
        description="What mineral, origin, altitude, weight, size, maker and treatment mean on our product pages and certificates, from heated to stabilised, in plain words."
        path={path}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Home', path: '/' },
            { name: 'What the facts mean', path },
          ]),
        ]}
      />
      <PageHead label="Facts" title="What the facts mean">
        <p>We write down the same few facts about each piece. This page says what they mean, and what they do not.</p>
      </PageHead>
      <div className="page grid-12 pt-section">
        <dl className="rule col-span-12 m-0 lg:col-span-9 lg:col-start-4">
          {facts.map(({ anchor, title, text }) => (
            <div key={anchor} id={anchor} className={`${row} lg:grid-cols-3`}>
              <dt className="t-h4">{title}</dt>
              <dd className="m-0 max-w-prose lg:col-span-2">
                <p className="m-0 text-granite">{text}</p>
                {anchor === 'treatment' && <Treatments treatments={treatments} />}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <section className="page grid-12 gap-y-6 pt-section" aria-labelledby="certificate">
        <h2 id="certificate" className="t-h3 col-span-12 lg:col-span-3">
          On paper, too
        </h2>
        <div className="col-span-12 max-w-prose lg:col-span-9 lg:col-start-4">
          <p className="m-0 text-granite">
            Each piece that we sell has a certificate with these facts as they were on the day of the sale. The code is
            on the card in the parcel.
          </p>
          <Link className="btn btn-line mt-6" to={href('/certificate')}>
            Find a certificate
          </Link>
        </div>
      </section>
    </>
  )
}

const row = 'grid scroll-mt-[calc(var(--spacing-header)+1.5rem)] gap-x-gap gap-y-3 border-rule border-b py-8'

function Treatments({ treatments }: Pick<Route.ComponentProps['loaderData'], 'treatments'>) {
  return (
    <dl className="m-0 mt-6 border-rule border-t">
      {treatments.map(({ anchor, name, text }) => (
        <div
          key={anchor}
          id={anchor}
          className="scroll-mt-[calc(var(--spacing-header)+1.5rem)] border-rule border-b py-5"
        >
          <dt className="card-name m-0 first-letter:uppercase">{name}</dt>
          <dd className="m-0 mt-1 text-granite">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
