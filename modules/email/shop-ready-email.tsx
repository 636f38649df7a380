import { ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from './template.tsx'

type Props = { shopName: string; ownerName: string; siteUrl: string; products: number }

/** Sent to the owner of a new shop; it also shows that sending email works. */
export const shopReadyEmail: EmailTemplate<Props> = {
  name: 'shop-ready',
  subject: () => 'Your shop is open',
  Body: ({ shopName, ownerName, siteUrl, products }) => (
    <EmailLayout shopName={shopName} preview="Your shop is open.">
      <Title>Your shop is open</Title>
      <Paragraph>Dear {ownerName},</Paragraph>
      <Paragraph>
        Your demo shop is ready with {products} products. You received this message, so sending email works too. Sign in
        to the back office to replace the demo products with your own.
      </Paragraph>
      <ButtonLink href={siteUrl}>Visit the shop</ButtonLink>
    </EmailLayout>
  ),
}
