import * as z from 'zod/mini'
import { type Delivery, defaultDelivery } from '#shared/delivery.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  moneyField,
  optionalEmail,
  optionalLine,
  optionalPhone,
  optionalText,
  optionalUrl,
  rawText,
  requiredLine,
  versionField,
} from '#shared/fields.ts'
import { toWire } from '#shared/money.ts'
import { defaultShipping, type Shipping } from '#shared/shipping.ts'

const link = (host: string) => optionalUrl(`Please enter a URL such as https://${host}/name.`)
const fee = moneyField('an amount', 1_000_000)
const nonNegativeInteger = z.int('Please enter a whole number.').check(z.minimum(0, 'Please enter 0 or more.'))
const days = nonNegativeInteger.check(z.maximum(365, 'Please enter a number up to 365.'))

/** Month and day. 29 February is left out, because most years have none. */
const fiscalYearStart = rawText(5, 'Please enter a month and day, such as 07-16.').check(
  z.refine(isMonthAndDay, 'Please enter a month and day, such as 07-16.'),
)

function isMonthAndDay(text: string): boolean {
  return /^\d\d-\d\d$/.test(text) && z.iso.date().safeParse(`2025-${text}`).success
}

const sender = optionalText(200).check(
  z.refine((text) => text === '' || isSender(text), 'Please enter a sender such as ALPINE <hello@shop.example>.'),
)

function isSender(text: string): boolean {
  const [, name = '', address = ''] = /^([^<>"\p{Cc}]{1,80}) <([^\s<>]+)>$/u.exec(text) ?? []
  const [mailbox, host, ...rest] = address.split('@')
  return name.trim() !== '' && Boolean(mailbox) && rest.length === 0 && /[^.]\.[^.]/.test(host ?? '')
}

const webhookUrlError = 'Please enter a URL such as https://hooks.example.com/shop.'
/** Whether the shop may call it depends on the environment and is checked by the server. */
const webhookUrl = optionalText(1000).check(
  z.refine((text) => text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)), webhookUrlError),
)

/** Settings that the owner edits in the back office. An empty email address or sender means the one in the environment. */
export const settingsSchema = z.object({
  shopName: z._default(requiredLine('the name of the shop', 40), 'ALPINE'),
  sellerName: z._default(optionalLine(120), ''),
  sellerAddress: z._default(optionalLine(200), 'Nepal'),
  taxNumber: z._default(optionalLine(40), ''),
  vatRegistered: z._default(z.boolean('Please choose yes or no.'), false),
  fiscalYearStart: z._default(fiscalYearStart, '07-16'),
  email: z._default(optionalEmail, ''),
  phone: z._default(optionalPhone, '+977 1 555 0100'),
  instagram: z._default(link('www.instagram.com'), ''),
  facebook: z._default(link('www.facebook.com'), ''),
  shippingFee: z._default(fee, toWire(defaultShipping.npr)),
  shippingFeeInUSD: z._default(fee, toWire(defaultShipping.usd)),
  freeShippingAbove: z._default(z.nullable(fee), null),
  freeShippingAboveInUSD: z._default(z.nullable(fee), null),
  emailSender: z._default(sender, ''),
  nepalDaysFrom: z._default(days, defaultDelivery.nepal.from),
  nepalDaysTo: z._default(days, defaultDelivery.nepal.to),
  abroadDaysFrom: z._default(days, defaultDelivery.abroad.from),
  abroadDaysTo: z._default(days, defaultDelivery.abroad.to),
  returnDays: z._default(days, defaultDelivery.returnDays),
  webhookUrl: z._default(webhookUrl, ''),
  emailNewOrders: z._default(z.boolean(), true),
  emailNewEnquiries: z._default(z.boolean(), true),
  emailLowStock: z._default(z.boolean(), true),
  lowStock: z._default(nonNegativeInteger.check(z.maximum(1000, 'Please enter a number up to 1000.')), 3),
})

/** Only owners change these; others send them as they read them. */
export const ownerSettingNames = [
  'sellerName',
  'sellerAddress',
  'taxNumber',
  'vatRegistered',
  'fiscalYearStart',
  'webhookUrl',
] as const satisfies readonly (keyof z.output<typeof settingsSchema>)[]

const rangeError = 'Please enter a number equal to or above the minimum.'

export const settingsChangeSchema = z
  .extend(settingsSchema, { version: versionField })
  .check(
    z.refine(({ nepalDaysFrom, nepalDaysTo }) => nepalDaysFrom <= nepalDaysTo, {
      path: ['nepalDaysTo'],
      message: rangeError,
    }),
    z.refine(({ abroadDaysFrom, abroadDaysTo }) => abroadDaysFrom <= abroadDaysTo, {
      path: ['abroadDaysTo'],
      message: rangeError,
    }),
  )
  .register(z.globalRegistry, { id: 'SettingsChange' })
export const settingsResponseSchema = z
  .extend(settingsSchema, { version: versionField })
  .register(z.globalRegistry, { id: 'ShopSettings' })

export type ShopSettings = z.output<typeof settingsSchema>
export type WireSettings = z.output<typeof settingsResponseSchema>

/** The settings that public pages show. */
export type SiteSettings = Pick<
  ShopSettings,
  'shopName' | 'sellerName' | 'sellerAddress' | 'taxNumber' | 'phone' | 'instagram' | 'facebook'
> & { shopEmail: string; shipping: Shipping; delivery: Delivery }

export const getSettings = endpoint({
  method: 'get',
  path: '/admin/settings',
  audience: 'settings',
  summary: 'Get the shop settings',
  answer: settingsResponseSchema,
})

export const updateSettings = endpoint({
  method: 'put',
  path: '/admin/settings',
  audience: 'settings',
  summary: 'Change the shop settings',
  errors: ['conflict'],
  current: settingsResponseSchema,
  body: settingsChangeSchema,
  answer: settingsResponseSchema,
})
