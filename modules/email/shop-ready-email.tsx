import { ButtonLink, EmailLayout, Paragraph, Title } from './template.tsx'

type Props = { shopName: string; ownerName: string; siteUrl: string; products: number }

/** Sent to the owner of a new shop; it also shows that sending email works. */
export function ShopReadyEmail({ shopName, ownerName, siteUrl, products }: Props) {
  return (
    <EmailLayout shopName={shopName} preview="Your shop is open.">
      <Title>Your shop is open</Title>
      <Paragraph>Dear {ownerName},</Paragraph>
      <Paragraph>
        Your demo shop is ready with {products} products. You received this message, so sending email works too. Sign in
        to the back office to replace the demo products with your own.
      </Paragraph>
      <ButtonLink href={siteUrl}>Visit the shop</ButtonLink>
    </EmailLayout>
  )
}
