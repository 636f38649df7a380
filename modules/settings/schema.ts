import { z } from 'zod'
import {
  longText,
  moneyField,
  optionalEmail,
  optionalLine,
  optionalPhone,
  optionalUrl,
  typedLine,
  versionField,
} from '#shared/fields.ts'
import { toWire } from '#shared/money.ts'
import { shipping } from '#shared/shipping.ts'

const link = (host: string) => optionalUrl(`Please enter an address such as https://${host}/name.`)
const fee = moneyField('an amount', 1_000_000)

const sender = longText(200).refine(
  (text) => text === '' || isSender(text),
  'Please enter a sender such as ALPINE <hello@shop.example>.',
)

function isSender(text: string): boolean {
  const [, name = '', address = ''] = /^([^<>"\p{Cc}]{1,80}) <([^\s<>]+)>$/u.exec(text) ?? []
  const [box, host, ...more] = address.split('@')
  return name.trim() !== '' && Boolean(box) && more.length === 0 && /[^.]\.[^.]/.test(host ?? '')
}

/** What the owner sets without touching the server. An empty mail address or sender means the server's own. */
export const settingsSchema = z.object({
  shopName: typedLine('the name of the shop', 40).default('ALPINE'),
  sellerName: optionalLine(120).default(''),
  sellerAddress: optionalLine(200).default('Nepal'),
  taxNumber: optionalLine(40).default(''),
  email: optionalEmail.default(''),
  phone: optionalPhone.default('+977 1 555 0100'),
  instagram: link('www.instagram.com').default(''),
  facebook: link('www.facebook.com').default(''),
  shippingFee: fee.default(toWire(shipping.npr)),
  shippingFeeInUSD: fee.default(toWire(shipping.usd)),
  mailSender: sender.default(''),
  lowStock: z.int('Please enter a whole number.').min(0).max(1000, 'Please enter a number up to 1000.').default(3),
})

export const settingsChangeSchema = settingsSchema.extend({ version: versionField }).meta({ id: 'SettingsChange' })
export const settingsAnswerSchema = settingsSchema.extend({ version: versionField }).meta({ id: 'ShopSettings' })

export type OwnerSettings = z.output<typeof settingsSchema>
export type WireSettings = z.output<typeof settingsAnswerSchema>

/** What of it every page of the shop may know. */
export type SiteFacts = Pick<
  OwnerSettings,
  'shopName' | 'sellerName' | 'sellerAddress' | 'taxNumber' | 'phone' | 'instagram' | 'facebook'
> & { shopEmail: string; shipping: { npr: number; usd: number } }
