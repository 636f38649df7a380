import { href } from 'react-router'
import { Checkbox } from '#app/features/admin/checkbox.tsx'
import { DraftForm } from '#app/features/admin/draft-form.tsx'
import { FindProduct } from '#app/features/admin/find-product.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { createDiscount, type DiscountRecord, updateDiscount } from '#modules/discounts/admin-contract.ts'
import { categories } from '#shared/categories.ts'
import { bodyOf, type Draft, displayValue, draftOf, emptyDraft, labels, randomCode } from './draft.ts'

type Props = { record?: DiscountRecord; onSaved: (record: DiscountRecord, isChanged: boolean) => unknown }
type Editor = ReturnType<typeof useDraft<DiscountRecord, Draft>>

const pair = 'grid gap-x-4 sm:grid-cols-2'

export function DiscountEditor({ record: initialRecord, onSaved }: Props) {
  const editor = useDraft<DiscountRecord, Draft>({
    name: `discount ${initialRecord?.discountId ?? 'new'}`,
    initial: emptyDraft,
    record: initialRecord,
    draftOf,
    labels,
    displayValue,
    check: { schema: createDiscount.body, body: bodyOf },
    send: (draft, stored) =>
      stored
        ? callAuthenticated(updateDiscount, {
            params: { discountId: stored.discountId },
            body: { ...bodyOf(draft), version: stored.version },
          })
        : callAuthenticated(createDiscount, { body: bodyOf(draft) }),
    listUrl: href('/admin/discounts'),
    onSaved: (stored, isChanged) => {
      toast('Discount saved', 'success')
      onSaved(stored, isChanged)
    },
  })
  const { record, draft, errors, set, field } = editor
  const saveButton = (
    <Button type="submit" busy={editor.busy} busyText="Saving...">
      Save discount
    </Button>
  )
  return (
    <DraftForm label="Discount" className="admin-columns" editor={editor}>
      <div>
        <FormSection title="Code" hint="What customers type at the bag or at checkout. Letter case does not matter.">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3">
            <Field
              label={labels.code}
              maxLength={30}
              placeholder="SPRING-10"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="uppercase"
              {...field('code')}
            />
            <Button look="line" className="mt-[1.46875rem] px-5" onClick={() => set({ code: randomCode() })}>
              Generate
            </Button>
          </div>
        </FormSection>
        <FormSection title="Discount">
          <RadioGroup
            legend="Kind"
            value={draft.kind}
            options={[
              ['percent', 'Percentage'],
              ['amounts', 'Amount'],
            ]}
            onSelect={(kind) => set({ kind })}
          />
          {draft.kind === 'percent' ? (
            <Field label="Percentage (1–100)" inputMode="numeric" autoComplete="off" {...field('percent')} />
          ) : (
            <div className={pair}>
              <Field
                label={labels.amount}
                inputMode="decimal"
                autoComplete="off"
                {...field('amount')}
                error={errors.amount ?? errors.percent}
              />
              <Field label={labels.amountInUSD} inputMode="decimal" autoComplete="off" {...field('amountInUSD')} />
            </div>
          )}
        </FormSection>
        <AppliesTo editor={editor} />
        <FormSection
          title="Conditions"
          hint="Leave a field empty for no limit. The minimum counts all products of the bag, before shipping."
        >
          <div className={pair}>
            <Field label={labels.minimum} inputMode="decimal" autoComplete="off" optional {...field('minimum')} />
            <Field
              label={labels.minimumInUSD}
              inputMode="decimal"
              autoComplete="off"
              optional
              {...field('minimumInUSD')}
            />
            <Field label={labels.maxUses} inputMode="numeric" autoComplete="off" optional {...field('maxUses')} />
            <Field
              label={labels.maxUsesPerCustomer}
              inputMode="numeric"
              autoComplete="off"
              optional
              {...field('maxUsesPerCustomer')}
            />
          </div>
          <Checkbox
            label="Only for the first order of a customer"
            checked={draft.firstOrderOnly}
            onChange={(firstOrderOnly) => set({ firstOrderOnly })}
          />
        </FormSection>
      </div>
      <div className="lg:sticky lg:top-5">
        <FormSection title="Dates" hint="Your local time. Empty means from now, or without end.">
          <Field label={labels.startsAt} type="datetime-local" optional {...field('startsAt')} />
          <Field label={labels.endsAt} type="datetime-local" optional {...field('endsAt')} />
        </FormSection>
        <FormSection title="Status">
          <Checkbox
            label="Customers can use this code"
            checked={draft.isActive}
            onChange={(isActive) => set({ isActive })}
          />
          {record && <p className="t-note m-0 mt-2">Orders keep the discount they have.</p>}
        </FormSection>
        <div className="grid max-lg:hidden">{saveButton}</div>
      </div>
      <footer className="admin-actions -mx-5 px-5 lg:hidden">{saveButton}</footer>
    </DraftForm>
  )
}

function AppliesTo({ editor: { draft, errors, set } }: { editor: Editor }) {
  const toggle = (id: number, isChosen: boolean) =>
    set(({ categoryIds }) => ({
      categoryIds: isChosen ? [...categoryIds, id] : categoryIds.filter((each) => each !== id),
    }))
  return (
    <FormSection title="Applies to">
      <RadioGroup
        legend="Products"
        value={draft.scope}
        options={[
          ['all', 'All products'],
          ['chosen', 'Chosen categories and products'],
        ]}
        onSelect={(scope) => set({ scope })}
      />
      {draft.scope === 'chosen' && (
        <>
          <fieldset className="mb-4 flex flex-wrap gap-x-6">
            <legend className="field-label">Categories</legend>
            {categories.map(({ id, title }) => (
              <Checkbox
                key={id}
                label={title}
                checked={draft.categoryIds.includes(id)}
                onChange={(isChosen) => toggle(id, isChosen)}
              />
            ))}
          </fieldset>
          <FindProduct
            label="Add product"
            excludedIds={draft.products.map(({ productId }) => productId)}
            error={errors.productIds}
            onSelect={({ productId, name }) =>
              set(({ products }) => ({ products: [...products, { productId, name }] }))
            }
          />
          {draft.products.length > 0 && (
            <ul className="border-rule border-t" aria-label="Chosen products">
              {draft.products.map(({ productId, name }) => (
                <li key={productId} className="flex items-center justify-between gap-4 border-rule border-b">
                  <span className="wrap-anywhere">{name}</span>
                  <button
                    type="button"
                    className="btn-text"
                    onClick={() =>
                      set(({ products }) => ({ products: products.filter((each) => each.productId !== productId) }))
                    }
                  >
                    <span>
                      Remove<span className="sr-only"> {name}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FormSection>
  )
}

type RadioGroupProps<Value extends string> = {
  legend: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onSelect: (value: Value) => void
}

function RadioGroup<Value extends string>({ legend, value, options, onSelect }: RadioGroupProps<Value>) {
  return (
    <fieldset className="mb-3 flex flex-wrap gap-x-6">
      <legend className="sr-only">{legend}</legend>
      {options.map(([option, text]) => (
        <label key={option} className="flex min-h-target items-center gap-3">
          <input
            className="check"
            type="radio"
            name={legend}
            checked={option === value}
            onChange={() => onSelect(option)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
