import type { ReactNode } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { OwnerSettings, WireSettings } from '#modules/settings/schema.ts'
import type { Route } from './+types/settings'
import { numberOf } from './products/draft.ts'
import { OfficeHead } from './ui/head.tsx'
import { Leaving } from './ui/leaving.tsx'
import { Merge } from './ui/merge.tsx'
import { Trouble } from './ui/trouble.tsx'
import { useDraft } from './ui/use-draft.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<WireSettings>('/admin/settings'))
}

type Name = keyof OwnerSettings
type Draft = Record<Name, string>

const labels: Record<Name, string> = {
  shopName: 'Name',
  phone: 'Phone',
  email: 'Email for customers',
  instagram: 'Instagram',
  facebook: 'Facebook',
  shippingFee: 'Shipping in rupees',
  shippingFeeInUSD: 'Shipping in dollars',
  nepalDaysFrom: 'Inside Nepal, at least',
  nepalDaysTo: 'Inside Nepal, at most',
  abroadDaysFrom: 'Abroad, at least',
  abroadDaysTo: 'Abroad, at most',
  returnDays: 'Return window',
  sellerName: 'Seller',
  sellerAddress: 'Address',
  taxNumber: 'PAN or VAT number',
  mailSender: 'Sender',
  lowStock: 'Low stock',
}
const names = Object.keys(labels) as Name[]

const draftOf = (settings: WireSettings) =>
  Object.fromEntries(names.map((name) => [name, String(settings[name])])) as Draft

const numbers = [
  'shippingFee',
  'shippingFeeInUSD',
  'nepalDaysFrom',
  'nepalDaysTo',
  'abroadDaysFrom',
  'abroadDaysTo',
  'returnDays',
  'lowStock',
] as const satisfies Name[]

const bodyOf = (draft: Draft) => ({
  ...draft,
  ...Object.fromEntries(numbers.map((name) => [name, numberOf(draft[name])])),
})

export default function SettingsPage({ loaderData: settings }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { form, busy, isSaved, field, merging } = useDraft<WireSettings, Draft>({
    first: draftOf(settings),
    record: settings,
    draftOf,
    labels,
    inWords: (draft, name) => draft[name],
    send: (draft, { version } = settings) =>
      callAsCustomer<WireSettings>('/admin/settings', { method: 'PUT', body: { ...bodyOf(draft), version } }),
    onSaved: () => {
      toast('Settings saved', 'success')
      void revalidate()
    },
  })
  return (
    <>
      <OfficeHead title="Settings" />
      <p className="office-words">What is saved here shows in the shop within a second.</p>
      {merging && <Merge {...merging} key={merging.key} />}
      <form className="settings" aria-label="Settings" {...form}>
        <Part title="The shop" text="In the header, in the footer and on every page.">
          <Field label="Name" {...field('shopName')} maxLength={40} required />
          <Field label="Phone" {...field('phone')} type="tel" optional />
          <Field label="Email for customers" {...field('email')} type="email" placeholder="the server’s own" optional />
          <Field label="Instagram" {...field('instagram')} type="url" placeholder="https://" optional />
          <Field label="Facebook" {...field('facebook')} type="url" placeholder="https://" optional />
        </Part>
        <Part title="Shipping" text="Flat, on every order. Orders that were placed keep what they were placed with.">
          <Field label="In rupees" {...field('shippingFee')} inputMode="decimal" required />
          <Field label="In dollars" {...field('shippingFeeInUSD')} inputMode="decimal" required />
        </Part>
        <Part
          title="Delivery and returns"
          text="In days. Shown beside the price, at checkout and in the order email. With a return window of 0 the shop says nothing of returns."
        >
          <Field label="Inside Nepal, at least" {...field('nepalDaysFrom')} inputMode="numeric" required />
          <Field label="Inside Nepal, at most" {...field('nepalDaysTo')} inputMode="numeric" required />
          <Field label="Abroad, at least" {...field('abroadDaysFrom')} inputMode="numeric" required />
          <Field label="Abroad, at most" {...field('abroadDaysTo')} inputMode="numeric" required />
          <Field label="Return window" {...field('returnDays')} inputMode="numeric" required />
        </Part>
        <Part title="Invoices" text="Who sells, as the tax office knows you.">
          <Field label="Seller" {...field('sellerName')} maxLength={120} optional />
          <Field label="Address" {...field('sellerAddress')} maxLength={200} optional />
          <Field label="PAN or VAT number" {...field('taxNumber')} maxLength={40} optional />
        </Part>
        <Part title="Mail" text="The mail server must be allowed to send for this address.">
          <Field label="Sender" {...field('mailSender')} placeholder="ALPINE <hello@shop.example>" optional />
        </Part>
        <Part title="Stock" text="Today names pieces of which so many or fewer are left.">
          <Field label="Low stock" {...field('lowStock')} inputMode="numeric" required />
        </Part>
        <div className="settings-foot">
          <Button type="submit" busy={busy} busyText="Saving...">
            Save settings
          </Button>
        </div>
      </form>
      <Leaving isChanged={!isSaved && !busy} />
    </>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="settings-part">
      <legend>{title}</legend>
      <p>{text}</p>
      <div>{children}</div>
    </fieldset>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
