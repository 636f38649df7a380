import { href, Link } from 'react-router'
import { curatedLists, isCuratedList } from '#modules/catalog/curated-lists.ts'
import { type FieldChange, fieldName } from './audit-values.ts'

/** Subject id of a CSV import. */
const importId = 'file'

const pagesTab = (part: string) => () => `${href('/admin/pages')}?part=${part}`

const subjectUrls: Record<string, (id: string) => string> = {
  order: (number) => `${href('/admin/orders')}?${new URLSearchParams({ q: number })}`,
  product: (productId) =>
    productId === importId ? href('/admin/products/csv') : href('/admin/products/:productId', { productId }),
  discount: (code) => `${href('/admin/discounts')}?${new URLSearchParams({ q: code })}`,
  review: () => href('/admin/reviews'),
  post: (postId) => href('/admin/posts/:postId', { postId }),
  quote: (quoteId) => href('/admin/quotes/:quoteId', { quoteId }),
  enquiry: (enquiryId) => href('/admin/enquiries/:enquiryId', { enquiryId }),
  customer: (userId) => href('/admin/customers/:userId', { userId }),
  staff: () => href('/admin/staff'),
  settings: () => href('/admin/settings'),
  'webhook secret': () => href('/admin/settings'),
  email: () => href('/admin/emails'),
  mail: () => href('/admin/emails'),
  texts: () => href('/admin/pages'),
  list: (list) => `${href('/admin/lists')}?${new URLSearchParams({ list })}`,
  banners: pagesTab('banners'),
  hero: pagesTab('hero'),
  testimonials: pagesTab('testimonials'),
  faqs: pagesTab('faqs'),
  synonyms: pagesTab('synonyms'),
  seo: pagesTab('seo'),
  courier: () => href('/admin/settings/couriers'),
  'cash day': (day) => href('/admin/cash/:day', { day }),
}

/** Subjects whose stored name is not the name on screen. */
const subjectNames: Record<string, string> = {
  staff: 'staff member',
  mail: 'email',
  texts: 'page texts',
  faqs: 'FAQ',
  synonyms: 'search synonyms',
  seo: 'texts for search engines',
}

/** Actions whose stored name is not the text on screen. Entries are permanent, so old names stay in the list. */
const actionNames: Record<string, string> = {
  written: 'created',
  moved: 'changed status of',
  restored: 'unarchived',
  withdrawn: 'withdrew',
  'took back the cash of': 'marked cash as not received for',
  'changed role': 'changed role of',
  approved: 'published',
  refused: 'hid',
  waiting: 'set to pending:',
  draft: 'unpublished',
  answered: 'replied to',
  'answered by email': 'replied to',
  'answered with a quote': 'sent a quote for',
  new: 'reopened',
  'sent again': 'resent',
  'set aside': 'dismissed',
  'invited again': 'sent the invitation again to',
  shared: 'shared the draft of',
  'stopped sharing': 'stopped sharing the draft of',
  joined: 'accepted the invitation as',
  'added by import': 'added by import:',
  'changed by import': 'changed by import:',
}

/** Their ids are names that people know. */
const namedById = ['order', 'courier', 'discount', 'cash day']

function nameOf({ subject, subjectId, subjectName }: Activity): string | null {
  if (subject === 'list' && isCuratedList(subjectId)) return curatedLists[subjectId].title
  return namedById.includes(subject) ? subjectId : subjectName
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const subjectTitle = (subject: string) => capitalize(subjectNames[subject] ?? subject)

type Activity = { action: string; subject: string; subjectId: string; subjectName: string | null }

/** For example `Changed product Ruby Halo Ring`, with a link to the product. */
export function AuditActivity(activity: Activity) {
  const { action, subject, subjectId } = activity
  const isImport = subject === 'product' && subjectId === importId
  const type = isImport ? 'products' : (subjectNames[subject] ?? subject)
  const name = nameOf(activity)
  const url = subjectUrls[subject]?.(subjectId)
  const target = name ?? type
  return (
    <>
      {capitalize(actionNames[action] ?? action)} {name && `${type} `}
      {url ? (
        <Link to={url} className={namedById.includes(subject) ? 'whitespace-nowrap' : undefined}>
          {target}
        </Link>
      ) : (
        target
      )}
    </>
  )
}

const shownFields = 3
const shownLength = 160

/** A long entry shows its beginning, and the rest on request. */
export function AuditChanges({ changes }: { changes: FieldChange[] }) {
  const isLong =
    changes.length > shownFields ||
    changes.some((change) => [change.before, change.after].some((text) => (text?.length ?? 0) > shownLength))
  if (!isLong) return <ChangeList changes={changes} />
  return (
    <>
      <ChangeList
        className="has-[+details[open]]:hidden"
        changes={changes
          .slice(0, shownFields)
          .map((change) => ({ ...change, before: shorten(change.before), after: shorten(change.after) }))}
      />
      <details>
        <summary className="flex min-h-target cursor-pointer items-center underline decoration-edge underline-offset-4">
          {changes.length > shownFields ? `All ${changes.length} values` : 'Whole text'}
        </summary>
        <ChangeList changes={changes} />
      </details>
    </>
  )
}

const shorten = (text: string | undefined) =>
  text && text.length > shownLength ? `${text.slice(0, shownLength)} …` : text

function ChangeList({ changes, className = '' }: { changes: FieldChange[]; className?: string }) {
  return (
    <dl className={`grid gap-0.5 ${className}`}>
      {changes.map(({ name, before, after }) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-granite after:content-[':']">{capitalize(fieldName(name))}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            {before !== undefined && <del className="text-granite">{before}</del>}
            {after !== undefined && <ins className="no-underline [del+&]:before:content-['_→_']">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
