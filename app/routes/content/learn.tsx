import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import type { Faq } from '#modules/content/contract.ts'
import { listFaqs, listTexts } from '#modules/content/service.server.ts'
import type { Route } from './+types/learn'
import { FaqList } from './faq-list.tsx'
import { LearnStory } from './learn-story.tsx'

const path = '/learn'

export const handle: Handle = { cache: { query: [] }, sitemap: true }

export function loader(args: Route.LoaderArgs) {
  return load(args, async (shop) => ({
    faqs: await listFaqs(shop),
    texts: await listTexts(shop.db, 'learn'),
    seo: await shop.pageSeo.of('learn'),
  }))
}

export default function Learn({ loaderData: { faqs, texts, seo } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  return (
    <>
      <Seo
        title="Learn"
        description="How a crystal leaves the mountain, what we write down about each piece, and answers to five questions about orders."
        path={path}
        own={seo}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Home', path: '/' },
            { name: 'Learn', path },
          ]),
          faqPage(faqs),
        ]}
      />
      <LearnStory texts={texts} />
      <FaqList faqs={faqs} />
    </>
  )
}

function faqPage(faqs: Faq[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
