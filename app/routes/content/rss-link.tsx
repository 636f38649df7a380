import { href } from 'react-router'

export function RssLink() {
  return <link rel="alternate" type="application/rss+xml" title="ALPINE · Blogs" href={href('/blogs/rss.xml')} />
}
