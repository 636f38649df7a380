import { ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'

type LowProduct = { id: number; name: string; stock: number; variants: { value: string; stock: number }[] }
type Props = { shopName: string; adminUrl: string; products: LowProduct[]; hasMore: boolean }

function titleOf({ products, hasMore }: Props): string {
  if (hasMore) return `More than ${products.length} products are low in stock`
  return products.length === 1 ? '1 product is low in stock' : `${products.length} products are low in stock`
}

const left = (stock: number) => (stock === 0 ? 'sold out' : `${stock} left`)

function stockOf({ stock, variants }: LowProduct): string {
  const each = variants.map(({ value, stock: ofVariant }) => `${value}: ${ofVariant}`).join(', ')
  return each ? `${left(stock)} (${each})` : left(stock)
}

/** Sent to the shop in the morning. */
export const lowStockEmail: EmailTemplate<Props> = {
  name: 'low-stock',
  subject: titleOf,
  Body: (props) => (
    <EmailLayout
      shopName={props.shopName}
      preview={props.products
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')}
    >
      <Title>{titleOf(props)}</Title>
      {props.products.map((product) => (
        <Paragraph key={product.id}>
          <a href={`${props.adminUrl}/products/${product.id}/stock`} style={{ color: 'inherit' }}>
            {product.name}
          </a>
          : {stockOf(product)}
        </Paragraph>
      ))}
      <ButtonLink href={`${props.adminUrl}/products?stock=low`}>Open products</ButtonLink>
      <Paragraph>You can change the threshold, or turn this email off, in Settings.</Paragraph>
    </EmailLayout>
  ),
}
