import type { Faq } from '#modules/content/contract.ts'

/** The shared `name` keeps one item open at a time without JavaScript. */
export function FaqList({ faqs }: { faqs: Faq[] }) {
  return (
    <section className="page grid-12 gap-y-8 pt-section" aria-labelledby="questions">
      <h2 id="questions" className="t-h2 col-span-12 lg:col-span-4">
        Questions people ask
      </h2>
      <div className="rule col-span-12 lg:col-span-8">
        {faqs.map(({ id, question, answer }) => (
          <details key={id} name="faq" className="accordion">
            <summary className="accordion-button">
              {question}
              <i aria-hidden="true" />
            </summary>
            <p className="m-0 max-w-prose pb-8 text-granite">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
