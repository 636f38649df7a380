import { href, useLocation } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Tabs } from '#app/features/admin/tabs.tsx'
import type { Section, SectionName } from '#modules/content/admin-contract.ts'
import type { Route } from './+types/pages'
import { Banners } from './banners.tsx'
import { Faqs } from './faqs.tsx'
import { Synonyms } from './synonyms.tsx'
import { Testimonials } from './testimonials.tsx'
import { Texts } from './texts.tsx'

const tabs = [
  ['', 'Texts'],
  ['banners', 'Banners'],
  ['testimonials', 'Testimonials'],
  ['faqs', 'FAQ'],
  ['synonyms', 'Search synonyms'],
] as const

type Loaded = { [Name in SectionName]: { name: Name; section: Section<Name> } }[SectionName]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const part = new URL(request.url).searchParams.get('part')
  const name: SectionName = tabs.find(([value]) => value !== '' && value === part)?.[0] || 'texts'
  return loadAsStaff(request, async (get) => ({ name, section: await get(`/admin/${name}`) }) as Loaded)
}

export default function Pages({ loaderData: loaded }: Route.ComponentProps) {
  const part = new URLSearchParams(useLocation().search).get('part') ?? ''
  return (
    <>
      <AdminHead title="Pages" />
      <Tabs label="Sections" to={href('/admin/pages')} name="part" tabs={tabs} current={part} />
      {loaded.name === 'texts' && <Texts section={loaded.section} />}
      {loaded.name === 'banners' && <Banners section={loaded.section} />}
      {loaded.name === 'testimonials' && <Testimonials section={loaded.section} />}
      {loaded.name === 'faqs' && <Faqs section={loaded.section} />}
      {loaded.name === 'synonyms' && <Synonyms section={loaded.section} />}
    </>
  )
}
