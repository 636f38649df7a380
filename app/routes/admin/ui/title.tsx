import { useSite } from '#app/lib/seo.tsx'

/** What the browser shows of a page of the back office. */
export function OfficeTitle({ title }: { title?: string }) {
  const { shopName } = useSite()
  return <title>{[title, 'Back office', shopName].filter(Boolean).join(' · ')}</title>
}
