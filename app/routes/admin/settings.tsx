import type { ReactNode } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { type Check, required, useForm, wordsOf } from '#app/lib/form.ts'
import { loadAsStaff } from '#app/lib/office.ts'
import { callAsCustomer } from '#app/lib/personal.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { OwnerSettings, WireSettings } from '#modules/settings/schema.ts'
import type { Route } from './+types/settings'
import { OfficeHead } from './ui/head.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<WireSettings>('/admin/settings'))
}

const anything: Check = () => undefined
const amount: Check = (value) =>
  /^\d+(\.\d{1,2})?$/.test(value.trim()) ? undefined : 'Please enter an amount, such as 100 or 40.50.'

const checks: Record<keyof OwnerSettings, Check> = {
  shopName: required('the name of the shop'),
  sellerName: anything,
  sellerAddress: anything,
  taxNumber: anything,
  email: anything,
  phone: anything,
  instagram: anything,
  facebook: anything,
  shippingFee: amount,
  shippingFeeInUSD: amount,
  mailSender: anything,
  lowStock: (value) => (/^\d{1,4}$/.test(value.trim()) ? undefined : 'Please enter a whole number.'),
}

export default function SettingsPage({ loaderData: settings }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm({
    checks,
    async send(values) {
      const { shippingFee, shippingFeeInUSD, lowStock, ...words } = values
      const body = {
        ...words,
        shippingFee: Number(shippingFee),
        shippingFeeInUSD: Number(shippingFeeInUSD),
        lowStock: Number(lowStock),
        version: settings.version,
      }
      await callAsCustomer('/admin/settings', { method: 'PUT', body })
      toast('Settings saved', 'success')
      await revalidate()
    },
    failed(error) {
      toast(wordsOf(error, 'Something went wrong, please try again later'), 'error')
      // Brings the version of whoever was quicker; what is typed stays.
      void revalidate()
    },
  })
  const field = (name: keyof OwnerSettings) => ({ name, defaultValue: String(settings[name]), error: errors[name] })
  return (
    <>
      <OfficeHead title="Settings" />
      <p className="office-words">What is saved here shows in the shop within a second.</p>
      <form className="settings" aria-label="Settings" noValidate onSubmit={onSubmit} onInput={onInput}>
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
          <Button type="submit" busy={sending} busyText="Saving...">
            Save settings
          </Button>
        </div>
      </form>
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
