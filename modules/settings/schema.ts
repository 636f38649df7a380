import { z } from 'zod'
import { optionalEmail, optionalLine, optionalPhone, typedLine } from '#shared/fields.ts'
import { toWire } from '#shared/money.ts'
import { shipping } from '#shared/shipping.ts'

const link = (host: string) => {
  const error = `Please enter an address such as https://${host}/name.`
  return z.union([z.literal(''), z.url({ protocol: /^https$/, error }).max(200, error)], error)
}

const fee = z
  .number('Please enter an amount.')
  .min(0, 'Please enter an amount of 0 or more.')
  .max(1_000_000, 'Please enter a smaller amount.')
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'Please use at most two decimals.')

const sender = z
  .string()
  .trim()
  .max(200)
  .refine(
    (text) => text === '' || /^[^<>"\r\n]{1,80} <[^\s<>@]+@[^\s<>@.]+(?:\.[^\s<>@.]+)+>$/.test(text),
    'Please enter a sender such as ALPINE <hello@shop.example>.',
  )

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

export const settingsChangeSchema = settingsSchema.extend({ version: z.int32() }).meta({ id: 'SettingsChange' })
export const settingsAnswerSchema = settingsSchema.extend({ version: z.int32() }).meta({ id: 'ShopSettings' })

export type OwnerSettings = z.output<typeof settingsSchema>
export type WireSettings = z.output<typeof settingsAnswerSchema>

/** What of it every page of the shop may know. */
export type SiteFacts = Pick<
  OwnerSettings,
  'shopName' | 'sellerName' | 'sellerAddress' | 'taxNumber' | 'phone' | 'instagram' | 'facebook'
> & { shopEmail: string; shipping: { npr: number; usd: number } }
