import { z } from 'zod'
import { type Delivery, defaultDelivery } from '#shared/delivery.ts'
import {
  moneyField,
  optionalEmail,
  optionalLine,
  optionalPhone,
  optionalText,
  optionalUrl,
  requiredLine,
  versionField,
} from '#shared/fields.ts'
import { toWire } from '#shared/money.ts'
import { shipping } from '#shared/shipping.ts'

const link = (host: string) => optionalUrl(`Please enter a URL such as https://${host}/name.`)
const fee = moneyField('an amount', 1_000_000)
const nonNegativeInteger = z.int('Please enter a whole number.').min(0, 'Please enter 0 or more.')
const days = nonNegativeInteger.max(365, 'Please enter a number up to 365.')

const sender = optionalText(200).refine(
  (text) => text === '' || isSender(text),
  'Please enter a sender such as ALPINE <hello@shop.example>.',
)

function isSender(text: string): boolean {
  const [, name = '', address = ''] = /^([^<>"\p{Cc}]{1,80}) <([^\s<>]+)>$/u.exec(text) ?? []
  const [mailbox, host, ...rest] = address.split('@')
  return name.trim() !== '' && Boolean(mailbox) && rest.length === 0 && /[^.]\.[^.]/.test(host ?? '')
}

/** Settings that the owner edits in the back office. An empty email address or sender means the one in the environment. */
export const settingsSchema = z.object({
  shopName: requiredLine('the name of the shop', 40).default('ALPINE'),
  sellerName: optionalLine(120).default(''),
  sellerAddress: optionalLine(200).default('Nepal'),
  taxNumber: optionalLine(40).default(''),
  email: optionalEmail.default(''),
  phone: optionalPhone.default('+977 1 555 0100'),
  instagram: link('www.instagram.com').default(''),
  facebook: link('www.facebook.com').default(''),
  shippingFee: fee.default(toWire(shipping.npr)),
  shippingFeeInUSD: fee.default(toWire(shipping.usd)),
  emailSender: sender.default(''),
  nepalDaysFrom: days.default(defaultDelivery.nepal.from),
  nepalDaysTo: days.default(defaultDelivery.nepal.to),
  abroadDaysFrom: days.default(defaultDelivery.abroad.from),
  abroadDaysTo: days.default(defaultDelivery.abroad.to),
  returnDays: days.default(defaultDelivery.returnDays),
  lowStock: nonNegativeInteger.max(1000, 'Please enter a number up to 1000.').default(3),
})

const rangeError = 'Please enter a number equal to or above the minimum.'

export const settingsChangeSchema = settingsSchema
  .extend({ version: versionField })
  .refine(({ nepalDaysFrom, nepalDaysTo }) => nepalDaysFrom <= nepalDaysTo, {
    path: ['nepalDaysTo'],
    message: rangeError,
  })
  .refine(({ abroadDaysFrom, abroadDaysTo }) => abroadDaysFrom <= abroadDaysTo, {
    path: ['abroadDaysTo'],
    message: rangeError,
  })
  .meta({ id: 'SettingsChange' })
export const settingsResponseSchema = settingsSchema.extend({ version: versionField }).meta({ id: 'ShopSettings' })

export type ShopSettings = z.output<typeof settingsSchema>
export type WireSettings = z.output<typeof settingsResponseSchema>

/** The settings that public pages show. */
export type SiteSettings = Pick<
  ShopSettings,
  'shopName' | 'sellerName' | 'sellerAddress' | 'taxNumber' | 'phone' | 'instagram' | 'facebook'
> & { shopEmail: string; shipping: { npr: number; usd: number }; delivery: Delivery }
