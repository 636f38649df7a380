import { ButtonLink, Letter, Title, Words } from './template.tsx'

type Props = { shopName: string; ownerName: string; siteUrl: string; products: number }

/** The first mail of a new shop, to its owner: it proves that mail works. */
export function ShopReady({ shopName, ownerName, siteUrl, products }: Props) {
  return (
    <Letter shopName={shopName} preview="Your shop is open.">
      <Title>Your shop is open</Title>
      <Words>Dear {ownerName},</Words>
      <Words>
        The demo shop stands with {products} pieces on its shelves. This mail was queued in the same transaction that
        made your account, and it reached you, so mail works too.
      </Words>
      <ButtonLink href={siteUrl}>Visit the shop</ButtonLink>
    </Letter>
  )
}
