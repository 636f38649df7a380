import type { StockItem } from '#modules/catalog/stock-item.ts'
import { ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import { pictureApiUrl } from '#modules/media/picture.ts'
import { categoryById } from '#shared/categories.ts'
import { formatMoney } from '#shared/money.ts'

export function titleOf({ name, variantValue }: Pick<StockItem, 'name' | 'variantValue'>): string {
  return variantValue ? `${name}, ${variantValue}` : name
}

/** Contains nothing that the sender of the form entered, because anybody can enter this address. */
export const confirmStockAlertEmail: EmailTemplate<{ shopName: string; title: string; link: string }> = {
  name: 'confirm-stock-alert',
  subject: ({ title }) => `Please confirm: an email when ${title} is back`,
  Body: ({ shopName, title, link }) => (
    <EmailLayout shopName={shopName} preview={`Confirm that you want an email when ${title} is back in stock.`}>
      <Title>Shall we email you when it is back?</Title>
      <Paragraph>
        Somebody asked {shopName} to send one email to this address when {title} is back in stock. If it was you, please
        confirm. The link works for seven days.
      </Paragraph>
      <ButtonLink href={link}>Confirm my request</ButtonLink>
      <Paragraph>If it was not you, you can ignore this email. You will not get another one.</Paragraph>
    </EmailLayout>
  ),
}

type Props = { shopName: string; siteUrl: string; link: string; item: StockItem }

const smallStock = 5

function productLink({ siteUrl, item: { categoryId, slug } }: Props): string {
  return `${siteUrl}/shop/${categoryById(categoryId)?.path ?? 'crystal'}/${slug}`
}

function priceOf({ priceUsd, priceNpr }: StockItem): string {
  return `${formatMoney(priceUsd, 'USD')} or ${formatMoney(priceNpr, 'NPR')}`
}

const stockSentence = ({ stock }: StockItem) =>
  stock <= smallStock ? `There ${stock === 1 ? 'is only one' : `are only ${stock}`}.` : undefined

const greeting = 'You asked us to tell you. This is the only email about it: ask again if you miss it.'

export const backInStockEmail: EmailTemplate<Props> = {
  name: 'back-in-stock',
  subject: ({ item }) => `${titleOf(item)} is back in stock`,
  Body: (props) => {
    const { shopName, siteUrl, link, item } = props
    return (
      <EmailLayout shopName={shopName} preview={[priceOf(item), stockSentence(item)].filter(Boolean).join('. ')}>
        <Title>{titleOf(item)} is back in stock</Title>
        {item.picture && (
          <p style={{ margin: '0 0 24px' }}>
            <a href={productLink(props)}>
              <img
                src={siteUrl + pictureApiUrl(item.picture)}
                alt={item.name}
                width={320}
                style={{ display: 'block', width: '100%', maxWidth: 320, height: 'auto', backgroundColor: '#EDEBE7' }}
              />
            </a>
          </p>
        )}
        <Paragraph>
          {priceOf(item)}. {stockSentence(item)}
        </Paragraph>
        <ButtonLink href={productLink(props)}>See it in the shop</ButtonLink>
        <Paragraph>{greeting}</Paragraph>
        <Paragraph>
          <a href={link} style={{ color: 'inherit' }}>
            See or end your stock alerts
          </a>
        </Paragraph>
      </EmailLayout>
    )
  },
  text: (props) =>
    [
      `${titleOf(props.item)} is back in stock`,
      [`${priceOf(props.item)}.`, stockSentence(props.item)].filter(Boolean).join(' '),
      `See it in the shop: ${productLink(props)}`,
      greeting,
      `See or end your stock alerts: ${props.link}`,
    ].join('\n\n'),
}
