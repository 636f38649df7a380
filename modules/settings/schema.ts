import { z } from 'zod'
import { type Delivery, usualDelivery } from '#shared/delivery.ts'
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
const whole = z.int('Please enter a whole number.').min(0, 'Please enter 0 or more.')
const days = whole.max(365, 'Please enter a number up to 365.')

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
  nepalDaysFrom: days.default(usualDelivery.nepal.from),
  nepalDaysTo: days.default(usualDelivery.nepal.to),
  abroadDaysFrom: days.default(usualDelivery.abroad.from),
  abroadDaysTo: days.default(usualDelivery.abroad.to),
  returnDays: days.default(usualDelivery.returnDays),
  lowStock: whole.max(1000, 'Please enter a number up to 1000.').default(3),
})

const notShorter = 'Please enter a number that is not smaller than the first one.'

export const settingsChangeSchema = settingsSchema
  .extend({ version: versionField })
  .refine(({ nepalDaysFrom, nepalDaysTo }) => nepalDaysFrom <= nepalDaysTo, {
    path: ['nepalDaysTo'],
    message: notShorter,
  })
  .refine(({ abroadDaysFrom, abroadDaysTo }) => abroadDaysFrom <= abroadDaysTo, {
    path: ['abroadDaysTo'],
    message: notShorter,
  })
  .meta({ id: 'SettingsChange' })
export const settingsAnswerSchema = settingsSchema.extend({ version: versionField }).meta({ id: 'ShopSettings' })

export type OwnerSettings = z.output<typeof settingsSchema>
export type WireSettings = z.output<typeof settingsAnswerSchema>

/** What of it every page of the shop may know. */
export type SiteFacts = Pick<
  OwnerSettings,
  'shopName' | 'sellerName' | 'sellerAddress' | 'taxNumber' | 'phone' | 'instagram' | 'facebook'
> & { shopEmail: string; shipping: { npr: number; usd: number }; delivery: Delivery }
