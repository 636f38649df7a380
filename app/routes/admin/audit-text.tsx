import { href, Link } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { longDate } from '#app/lib/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { nothing } from './ui/table.tsx'

const sheet = (part: string) => () => `${href('/admin/pages')}?part=${part}`

/** Where each kind of thing is looked at. */
const pages: Record<string, (id: string) => string> = {
  order: (number) => `${href('/admin/orders')}?${new URLSearchParams({ q: number })}`,
  product: (productId) => href('/admin/products/:productId', { productId }),
  post: (postId) => href('/admin/posts/:postId', { postId }),
  quote: (quoteId) => href('/admin/quotes/:quoteId', { quoteId }),
  enquiry: (enquiryId) => href('/admin/enquiries/:enquiryId', { enquiryId }),
  customer: (userId) => href('/admin/customers/:userId', { userId }),
  staff: () => href('/admin/staff'),
  settings: () => href('/admin/settings'),
  mail: () => href('/admin/mails'),
  texts: () => href('/admin/pages'),
  banners: sheet('banners'),
  testimonials: sheet('testimonials'),
  faqs: sheet('faqs'),
  synonyms: sheet('synonyms'),
}

type Subject = { subject: string; subjectId: string }

/** What was changed, and the way there. The end of a long id tells things apart; its beginning is the time. */
export function About({ subject, subjectId }: Subject) {
  const page = pages[subject]?.(subjectId)
  const id = subjectId === subject ? '' : subjectId.length > 20 ? `…${subjectId.slice(-8)}` : subjectId
  return (
    <>
      {page ? <Link to={page}>{subject}</Link> : <span className="text-granite">{subject}</span>}{' '}
      <span className="admin-id">{id}</span>
    </>
  )
}

type Values = Record<string, unknown> | null

export function Difference({ before, after }: { before: Values; after: Values }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return nothing
  return (
    <dl className="admin-difference">
      {names.map((name) => (
        <div key={name}>
          <dt>{inWords(name)}</dt>
          <dd>
            {before && name in before && <del>{asText(name, before[name])}</del>}
            {after && name in after && <ins>{asText(name, after[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** `lowStock` as people say it: low stock. */
function inWords(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
}

/** Amounts of the shop's own tables are in minor units, and their names end so. */
const currencyOf = (name: string) => (/npr$|Npr$/.test(name) ? 'NPR' : /usd$|Usd$/.test(name) ? 'USD' : undefined)

function asText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const currency = currencyOf(name)
  if (currency && typeof value === 'number') return formatMoney(value, currency)
  if (Array.isArray(value)) return listAsText(name, value)
  if (typeof value === 'object') return objectAsText(value)
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return momentWords(text, new Date())
  return /^\d{4}-\d\d-\d\d$/.test(text) ? longDate(text) : text
}

function listAsText(name: string, list: unknown[]): string {
  if (list.length === 0) return 'nothing'
  const isOfThings = list.some((each) => typeof each === 'object')
  return list.map((each) => asText(name, each)).join(isOfThings ? '; ' : ', ')
}

function objectAsText(value: object): string {
  const said = Object.entries(value).filter(([, each]) => each !== null && each !== '')
  return said.map(([key, each]) => `${inWords(key)} ${asText(key, each)}`).join(', ')
}
