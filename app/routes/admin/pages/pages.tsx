import { href, useLocation, useRouteError } from 'react-router'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import type { SheetName, ShownSheet } from '#modules/content/admin-schema.ts'
import { OfficeHead } from '../ui/head.tsx'
import { Queues } from '../ui/queues.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/pages'
import { Banners } from './banners.tsx'
import { Questions } from './questions.tsx'
import { Synonyms } from './synonyms.tsx'
import { Testimonials } from './testimonials.tsx'
import { Texts } from './texts.tsx'

const parts = [
  ['', 'Texts'],
  ['banners', 'Banners'],
  ['testimonials', 'Testimonials'],
  ['faqs', 'Questions'],
  ['synonyms', 'Search synonyms'],
] as const

type Loaded = { [Name in SheetName]: { name: Name; sheet: ShownSheet<Name> } }[SheetName]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const said = new URL(request.url).searchParams.get('part')
  const name: SheetName = parts.find(([part]) => part !== '' && part === said)?.[0] || 'texts'
  return loadAsStaff(request, async (get) => ({ name, sheet: await get(`/admin/${name}`) }) as Loaded)
}

export default function Pages({ loaderData: loaded }: Route.ComponentProps) {
  const part = new URLSearchParams(useLocation().search).get('part') ?? ''
  return (
    <>
      <OfficeHead title="Pages" />
      <Queues to={href('/admin/pages')} name="part" queues={parts} current={part} />
      {loaded.name === 'texts' && <Texts sheet={loaded.sheet} />}
      {loaded.name === 'banners' && <Banners sheet={loaded.sheet} />}
      {loaded.name === 'testimonials' && <Testimonials sheet={loaded.sheet} />}
      {loaded.name === 'faqs' && <Questions sheet={loaded.sheet} />}
      {loaded.name === 'synonyms' && <Synonyms sheet={loaded.sheet} />}
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
