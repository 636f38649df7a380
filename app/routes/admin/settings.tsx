import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { DraftForm } from '#app/features/admin/draft-form.tsx'
import { numberOf } from '#app/features/admin/typed-values.ts'
import { useCan } from '#app/features/admin/use-can.ts'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { getStaffMember } from '#modules/accounts/admin-contract.ts'
import { getWebhook } from '#modules/notifications/admin-contract.ts'
import { getSettings, type ShopSettings, updateSettings, type WireSettings } from '#modules/settings/contract.ts'
import { can } from '#shared/rights.ts'
import type { Route } from './+types/settings'
import { SettingsTabs } from './settings-tabs.tsx'
import { WebhookSection } from './webhook-section.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [settings, { role }] = await Promise.all([
    loadAsStaff(request, getSettings),
    loadAsStaff(request, getStaffMember),
  ])
  const webhook = can(role, 'ownerSettings') ? await loadAsStaff(request, getWebhook) : null
  return { settings, deliveries: webhook?.deliveries }
}

type Name = keyof ShopSettings
type Draft = Record<Name, string>

const labels: Record<Name, string> = {
  shopName: 'Shop name',
  phone: 'Phone',
  email: 'Customer service email',
  instagram: 'Instagram',
  facebook: 'Facebook',
  shippingFee: 'Shipping fee (NPR)',
  shippingFeeInUSD: 'Shipping fee (USD)',
  freeShippingAbove: 'Free above (NPR)',
  freeShippingAboveInUSD: 'Free above (USD)',
  nepalDaysFrom: 'Nepal, minimum',
  nepalDaysTo: 'Nepal, maximum',
  abroadDaysFrom: 'Abroad, minimum',
  abroadDaysTo: 'Abroad, maximum',
  returnDays: 'Return window',
  sellerName: 'Seller name',
  sellerAddress: 'Seller address',
  taxNumber: 'PAN or VAT number',
  vatRegistered: 'Registered for VAT: invoices show 13 % VAT, included in the prices',
  fiscalYearStart: 'Fiscal year starts on (month-day)',
  emailSender: 'Sender',
  webhookUrl: 'Webhook URL',
  emailNewOrders: 'Email for each new order',
  emailNewEnquiries: 'Email for each new enquiry',
  emailLowStock: 'Email every morning if products are low in stock',
  lowStock: 'Low stock threshold',
}
const names = Object.keys(labels) as Name[]

const draftOf = (settings: WireSettings) =>
  Object.fromEntries(names.map((name) => [name, String(settings[name] ?? '')])) as Draft

const bodyOf = (draft: Draft, settings: WireSettings) =>
  Object.fromEntries(
    names.map((name) => [name, parseValue(draft[name], typeOf(settings[name]))]),
  ) as unknown as ShopSettings

/** Only amounts can be null: no limit. */
const typeOf = (value: WireSettings[Name]) => (value === null ? 'number' : typeof value)

const checked = String(true)

function parseValue(text: string, type: string): string | number | boolean | undefined {
  if (type === 'boolean') return text === checked
  return type === 'number' ? numberOf(text) : text
}

const displayValue = (text: string) => (text === checked ? 'Yes' : text === String(false) ? 'No' : text)

export default function SettingsPage({ loaderData: { settings, deliveries } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isOwner = useCan('ownerSettings')
  const editor = useDraft<WireSettings, Draft>({
    name: 'settings',
    record: settings,
    draftOf,
    labels,
    displayValue: (draft, name) => displayValue(draft[name]),
    check: {
      schema: updateSettings.body,
      body: (draft, { version } = settings) => ({ ...bodyOf(draft, settings), version }),
    },
    send: (draft, { version } = settings) =>
      callAuthenticated(updateSettings, { body: { ...bodyOf(draft, settings), version } }),
    onSaved: () => {
      toast('Settings saved', 'success')
      void revalidate()
    },
  })
  const checkbox = (name: Name) => (
    <label className="flex min-h-target items-center gap-3">
      <input
        className="check"
        type="checkbox"
        name={name}
        checked={editor.draft[name] === checked}
        onChange={({ currentTarget }) => editor.set({ [name]: String(currentTarget.checked) })}
      />
      {labels[name]}
    </label>
  )
  const field = (name: Name) => ({ label: labels[name], ...editor.field(name) })
  return (
    <>
      <AdminHead title="Settings" />
      <SettingsTabs />
      <p className="admin-intro">
        Changes appear in the shop within a second.{!isOwner && ' Invoices and the webhook are set by an owner.'}
      </p>
      <DraftForm label="Settings" className="max-w-240" editor={editor}>
        <SettingsSection title="Shop details" text="Shown in the header, the footer and on every page.">
          <Field {...field('shopName')} maxLength={40} required />
          <Field {...field('phone')} type="tel" optional />
          <Field {...field('email')} type="email" placeholder="Server default" optional />
          <Field {...field('instagram')} type="url" placeholder="https://" optional />
          <Field {...field('facebook')} type="url" placeholder="https://" optional />
        </SettingsSection>
        <SettingsSection
          title="Shipping"
          text="A flat fee for every order. With “Free above”, orders of that amount or more ship free; leave it empty for never. Changes apply to new orders only."
        >
          <Field {...field('shippingFee')} inputMode="decimal" required />
          <Field {...field('shippingFeeInUSD')} inputMode="decimal" required />
          <Field {...field('freeShippingAbove')} inputMode="decimal" optional />
          <Field {...field('freeShippingAboveInUSD')} inputMode="decimal" optional />
        </SettingsSection>
        <SettingsSection
          title="Delivery and returns"
          text="In days. Shown on product pages, at checkout and in order emails. If the return window is 0, the shop does not mention returns."
        >
          <Field {...field('nepalDaysFrom')} inputMode="numeric" required />
          <Field {...field('nepalDaysTo')} inputMode="numeric" required />
          <Field {...field('abroadDaysFrom')} inputMode="numeric" required />
          <Field {...field('abroadDaysTo')} inputMode="numeric" required />
          <Field {...field('returnDays')} inputMode="numeric" required />
        </SettingsSection>
        {isOwner && (
          <SettingsSection
            title="Invoices"
            text="Seller details as registered with the tax office. Issued invoices never change."
          >
            <Field {...field('sellerName')} maxLength={120} optional />
            <Field {...field('sellerAddress')} maxLength={200} optional />
            <Field {...field('taxNumber')} maxLength={40} optional />
            <Field {...field('fiscalYearStart')} maxLength={5} placeholder="07-16" required />
            {checkbox('vatRegistered')}
          </SettingsSection>
        )}
        <SettingsSection title="Email" text="The mail server must be allowed to send from this address.">
          <Field {...field('emailSender')} placeholder="ALPINE <hello@shop.example>" optional />
        </SettingsSection>
        <SettingsSection
          title="Notifications"
          text="Sent to the customer service email: as soon as a customer orders or writes, and at eight in the morning if products are low in stock."
        >
          {checkbox('emailNewOrders')}
          {checkbox('emailNewEnquiries')}
          {checkbox('emailLowStock')}
        </SettingsSection>
        {deliveries && (
          <SettingsSection
            title="Webhook"
            text="Sends each new order and enquiry to another service, such as Slack, Telegram or your own program."
          >
            <WebhookSection
              urlField={<Field {...field('webhookUrl')} type="url" placeholder="https://" optional />}
              canTest={settings.webhookUrl !== '' && editor.draft.webhookUrl === settings.webhookUrl}
              deliveries={deliveries}
            />
          </SettingsSection>
        )}
        <SettingsSection
          title="Stock"
          text="Products with this stock or less are low in stock: the Today page and the email of the morning list them."
        >
          <Field {...field('lowStock')} inputMode="numeric" required />
        </SettingsSection>
        <div className="admin-actions">
          <Button type="submit" busy={editor.busy} busyText="Saving...">
            Save settings
          </Button>
        </div>
      </DraftForm>
    </>
  )
}

function SettingsSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-8 gap-y-2 border-rule border-t py-6 md:grid-cols-[15rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
      <legend className="t-h4 float-left w-full tracking-normal">{title}</legend>
      <p className="col-start-1 text-granite text-note">{text}</p>
      <div className="grid gap-x-4 gap-y-1 md:col-start-2 md:row-[1/span_2] md:grid-cols-[1fr_1fr]">{children}</div>
    </fieldset>
  )
}
