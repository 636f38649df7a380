import { useSite } from '#app/features/site/seo.tsx'

/** Browser title of a back office page. */
export function AdminTitle({ title }: { title?: string }) {
  const { shopName } = useSite()
  return <title>{[title, 'Back office', shopName].filter(Boolean).join(' · ')}</title>
}
