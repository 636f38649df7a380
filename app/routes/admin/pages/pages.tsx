import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Tabs } from '#app/features/admin/tabs.tsx'
import { loadAsStaff } from '#app/queries/admin.ts'
import {
  getBanners,
  getFaqs,
  getHero,
  getPageSeo,
  getPageTexts,
  getSynonyms,
  getTestimonials,
} from '#modules/content/sections-contract.ts'
import type { Route } from './+types/pages'
import { Banners } from './banners.tsx'
import { Faqs } from './faqs.tsx'
import { Hero } from './hero.tsx'
import { PageSeo } from './page-seo.tsx'
import { Synonyms } from './synonyms.tsx'
import { Testimonials } from './testimonials.tsx'
import { Texts } from './texts.tsx'

const tabs = [
  ['', 'Texts'],
  ['hero', 'Hero'],
  ['banners', 'Banners'],
  ['testimonials', 'Testimonials'],
  ['faqs', 'FAQ'],
  ['synonyms', 'Search synonyms'],
  ['seo', 'Search engines'],
] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  switch (new URL(request.url).searchParams.get('part')) {
    case 'hero':
      return { hero: await loadAsStaff(request, getHero) }
    case 'banners':
      return { banners: await loadAsStaff(request, getBanners) }
    case 'testimonials':
      return { testimonials: await loadAsStaff(request, getTestimonials) }
    case 'faqs':
      return { faqs: await loadAsStaff(request, getFaqs) }
    case 'synonyms':
      return { synonyms: await loadAsStaff(request, getSynonyms) }
    case 'seo':
      return { seo: await loadAsStaff(request, getPageSeo) }
    default:
      return { texts: await loadAsStaff(request, getPageTexts) }
  }
}

export default function Pages({ loaderData: loaded }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Pages" />
      <Tabs label="Sections" name="part" tabs={tabs} />
      {loaded.texts && <Texts section={loaded.texts} />}
      {loaded.hero && <Hero section={loaded.hero} />}
      {loaded.banners && <Banners section={loaded.banners} />}
      {loaded.testimonials && <Testimonials section={loaded.testimonials} />}
      {loaded.faqs && <Faqs section={loaded.faqs} />}
      {loaded.seo && <PageSeo section={loaded.seo} />}
      {loaded.synonyms && <Synonyms section={loaded.synonyms} />}
    </>
  )
}
