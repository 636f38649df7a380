import { useState } from 'react'
import { href } from 'react-router'
import { DraftForm, UnsavedChangesDialog } from '#app/features/admin/draft-form.tsx'
import { FindProduct } from '#app/features/admin/find-product.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { PictureList } from '#app/features/admin/picture-list.tsx'
import { SeoFields } from '#app/features/admin/seo-fields.tsx'
import { slugOf } from '#app/features/admin/typed-values.ts'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { createProduct, type NewProduct, type ProductRecord, updateProduct } from '#modules/catalog/admin-contract.ts'
import { maxPictures } from '#modules/catalog/product-fields.ts'
import { bodyOf, changeOf, type Draft, draftOf, emptyDraft, longestSide, type ProductEditor } from './draft.ts'
import { FactsFields } from './facts-fields.tsx'
import { freeQuestion } from './free-question.ts'
import { merging } from './merging.ts'
import { Preview } from './preview.tsx'
import { ShopFields } from './shop-fields.tsx'
import { TurnField } from './turn-field.tsx'
import { Variants } from './variants.tsx'

/** Asks about a price of 0 that was not there before. */
function questionOf(draft: Draft, record: ProductRecord | undefined) {
  const pricesOf = ({ price, priceInUSD, attributes }: NewProduct | ProductRecord) => [
    price,
    priceInUSD,
    ...attributes.flatMap((variant) => [variant.price, variant.priceInUSD]),
  ]
  const isFree = record !== undefined && pricesOf(record).includes(0)
  return isFree ? undefined : freeQuestion(draft.name, ...pricesOf(bodyOf(draft)))
}

type Props = {
  record?: ProductRecord
  onSaved: (record: ProductRecord, isChanged: boolean) => unknown
  /** Called when the form gets or loses unsaved changes. */
  onChanged?: (isChanged: boolean) => void
}

export function Editor({ record: initialRecord, onSaved, onChanged }: Props) {
  const [isPreview, setPreview] = useState(false)
  const editor = useDraft<ProductRecord, Draft>({
    name: `product ${initialRecord?.productId ?? 'new'}`,
    record: initialRecord,
    initial: () => emptyDraft,
    draftOf,
    ...merging,
    check: { schema: createProduct.body, body: bodyOf },
    questionOf,
    send: (values, stored) =>
      stored
        ? callAuthenticated(updateProduct, { params: { productId: stored.productId }, body: changeOf(values, stored) })
        : callAuthenticated(createProduct, { body: bodyOf(values) }),
    listUrl: href('/admin/products'),
    onSaved: (stored, isChanged) => {
      toast(`${stored.name} saved`, 'success')
      onSaved(stored, isChanged)
    },
    onChanged,
  })
  const { record, draft, busy, errors, isSaved, set } = editor

  if (isPreview)
    return (
      <>
        <Preview draft={draft} onBack={() => setPreview(false)} />
        <UnsavedChangesDialog isChanged={!isSaved && !busy} />
      </>
    )
  const buttons = (
    <>
      <div className="grid w-full grid-cols-[2fr_1fr] gap-3">
        <Button type="submit" className="px-3" busy={busy} busyText="Saving...">
          {record ? 'Save product' : 'Add product'}
        </Button>
        <Button look="line" className="px-3" onClick={() => setPreview(true)}>
          Preview
        </Button>
      </div>
      {!isSaved && record && <p className="t-note m-0 mt-2">You have unsaved changes.</p>}
    </>
  )
  return (
    <DraftForm label="Product" className="admin-columns" editor={editor}>
      <div>
        <FormSection title="Name and description">
          <NameAndDescription editor={editor} />
        </FormSection>
        <FormSection
          title="Pictures"
          folded={{ summary: `${draft.images.length} of ${maxPictures}`, isInitial: false }}
        >
          <PictureList
            items={draft.images}
            maxItems={maxPictures}
            error={errors.images}
            longestMm={longestSide(draft.sizeMm)}
            onChange={(change) => set(({ images }) => ({ images: change(images) }))}
          />
        </FormSection>
        <FormSection
          title="Turn"
          folded={{ summary: draft.turn.length > 0 ? `${draft.turn.length} pictures` : 'None', isInitial: true }}
          hint="Customers turn the product with these pictures. Take 24 to 36 pictures, each a little further round."
        >
          <TurnField frames={draft.turn} name={draft.name} error={errors.turn} onChange={(turn) => set({ turn })} />
        </FormSection>
        <FormSection
          title="Variants"
          folded={{ summary: listed(draft.variants.map(({ value }) => value)), isInitial: true }}
          hint="Add variants if this product comes in several sizes or colors. Each variant has a name, a measurement such as 45–60 mm, and its own stock."
        >
          <Variants variants={draft.variants} errors={errors} onChange={(variants) => set({ variants })} />
        </FormSection>
        <FormSection
          title="Product details"
          folded={{ summary: listed([draft.mineral, draft.originDistrict]), isInitial: true }}
          hint="Empty fields are not shown in the shop."
        >
          <FactsFields editor={editor} />
        </FormSection>
        <FormSection
          title="Related products"
          folded={{ summary: listed(draft.related.map(({ name }) => name)), isInitial: true }}
          hint="Choose up to four. If you choose none, the shop shows products of a similar kind and price."
        >
          <Related editor={editor} />
        </FormSection>
        <FormSection
          title="Search engines"
          folded={{ summary: draft.seoTitle || 'None', isInitial: true }}
          hint="Without these texts, search engines show the name and the beginning of the description."
        >
          <SeoFields title={editor.field('seoTitle')} description={editor.field('seoDescription')} />
        </FormSection>
      </div>
      <div className="lg:sticky lg:top-5">
        <ShopFields editor={editor} />
        <div className="max-lg:hidden">{buttons}</div>
      </div>
      <footer className="admin-actions -mx-5 px-5 lg:hidden">{buttons}</footer>
    </DraftForm>
  )
}

const listed = (values: string[]) => values.filter(Boolean).join(', ') || 'None'

function NameAndDescription({ editor: { record, draft, field, set } }: { editor: ProductEditor }) {
  const followsName = !record && draft.slug === slugOf(draft.name)
  return (
    <>
      <Field
        label="Name"
        maxLength={120}
        {...field('name')}
        onChange={({ currentTarget: { value } }) =>
          set({ name: value, ...(followsName ? { slug: slugOf(value) } : {}) })
        }
      />
      <TextArea label="Description" rows={7} maxLength={5000} className="py-3" {...field('description')} />
      <Field label="URL" maxLength={120} spellCheck={false} {...field('slug')} />
      {record && <p className="t-note m-0 -mt-1">If you change the URL, links to the old one lead to the new one.</p>}
    </>
  )
}

function Related({ editor: { record, draft, errors, set } }: { editor: ProductEditor }) {
  const { related } = draft
  const excludedIds = [...related, ...(record ? [record] : [])].map(({ productId }) => productId)
  return (
    <>
      {related.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2" aria-label="Related products">
          {related.map(({ productId, name }) => (
            <li key={productId} className="inline-flex items-center bg-stage pl-3.5">
              {name}
              <button
                type="button"
                className="size-target text-[1.125rem]"
                aria-label={`Remove ${name}`}
                onClick={() => set({ related: related.filter((each) => each.productId !== productId) })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {related.length < 4 && (
        <FindProduct
          label="Find product"
          excludedIds={excludedIds}
          onSelect={({ productId, name }) => set({ related: [...related, { productId, name }] })}
        />
      )}
      {errors.relatedIds && <p className="field-message is-error">{errors.relatedIds}</p>}
    </>
  )
}
