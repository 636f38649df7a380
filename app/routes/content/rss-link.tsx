import { href } from 'react-router'
import { useSite } from '#app/features/site/seo.tsx'

export function RssLink() {
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title={`${useSite().shopName} · Blogs`}
      href={href('/blogs/rss.xml')}
    />
  )
}
