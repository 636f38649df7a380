import { useSite } from '#app/lib/seo.tsx'

const longestSetWide = 10

/** The shop's name: a short one is set wide, as on a seal, a long one closer, so that it fits beside what stands there. */
export function Wordmark({ className = '' }: { className?: string }) {
  const { shopName } = useSite()
  return (
    <span className={`wordmark ${className}`} data-long={shopName.length > longestSetWide || undefined}>
      {shopName}
    </span>
  )
}
