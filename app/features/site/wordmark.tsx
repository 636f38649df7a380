import { useSite } from './seo.tsx'

const maxWideLength = 10

/** A short shop name has wide letter spacing; a long one has less, so that it fits the header. */
export function Wordmark({ className = '' }: { className?: string }) {
  const { shopName } = useSite()
  return (
    <span className={`wordmark ${className}`} data-long={shopName.length > maxWideLength || undefined}>
      {shopName}
    </span>
  )
}
