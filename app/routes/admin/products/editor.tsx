import { type FormEvent, useEffect, useState } from 'react'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { mostPictures, type ProductRecord } from '#modules/catalog/admin-schema.ts'
import { FindProduct } from '../ui/find-product.tsx'
import { Leaving } from '../ui/leaving.tsx'
import { Merge } from '../ui/merge.tsx'
import { Part } from '../ui/part.tsx'
import { PictureList } from '../ui/picture-list.tsx'
import { useSave } from '../ui/use-save.ts'
import { bodyOf, type Draft, draftOf, emptyDraft, slugOf } from './draft.ts'
import { FactsFields } from './facts-fields.tsx'
import { differences, mergeDrafts } from './merge-drafts.ts'
import { Preview } from './preview.tsx'
import { ShopFields } from './shop-fields.tsx'
import { Choices } from './variants.tsx'

type Props = {
  record?: ProductRecord
  onSaved: (record: ProductRecord) => void
  /** Hears whether something is typed that is not saved. */
  onChanged?: (isChanged: boolean) => void
}

/** All of a product on one page; it is saved as a whole. */
export function Editor({ record: given, onSaved, onChanged }: Props) {
  const [record, setRecord] = useState(given)
  const [saved, setSaved] = useState<Draft>(() => (given ? draftOf(given) : emptyDraft))
  const [draft, setDraft] = useState(saved)
  const [isPreview, setPreview] = useState(false)
  const { busy, errors, conflict, save, settle } = useSave<ProductRecord>()
  const isChanged = draft !== saved
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged])
  const set = (said: Partial<Draft>) => setDraft((now) => ({ ...now, ...said }))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(async () => {
      const path = record ? `/admin/products/${record.productId}` : '/admin/products'
      const stored = await callAsCustomer<ProductRecord>(path, {
        method: record ? 'PUT' : 'POST',
        body: bodyOf(draft, record),
      })
      const now = draftOf(stored)
      setRecord(stored)
      setSaved(now)
      setDraft(now)
      toast(`${stored.name} saved`, 'success')
      onSaved(stored)
    })
  }

  const merge = (current: ProductRecord) => (kept: ReadonlySet<string>) => {
    const theirs = draftOf(current)
    setRecord(current)
    setSaved(theirs)
    setDraft(mergeDrafts(draft, theirs, kept))
    settle()
  }

  if (isPreview) return <Preview draft={draft} onBack={() => setPreview(false)} />
  return (
    <>
      {conflict && (
        <Merge
          key={conflict.version}
          differing={differences(draft, draftOf(conflict), saved)}
          onMerge={merge(conflict)}
        />
      )}
      <form className="goods-editor" aria-label="Product" noValidate onSubmit={submit}>
        <div>
          <Part title="Words">
            <Words draft={draft} isNew={!record} errors={errors} set={set} />
          </Part>
          <Part title="Pictures">
            <PictureList
              items={draft.images}
              most={mostPictures}
              error={errors.images}
              onChange={(change) => setDraft((now) => ({ ...now, images: change(now.images) }))}
            />
          </Part>
          <Part
            title="Choices"
            hint="For a piece that comes in several sizes or colours. Each has a name, a measure such as 45–60 mm, and its own stock."
          >
            <Choices choices={draft.choices} errors={errors} onChange={(choices) => set({ choices })} />
          </Part>
          <Part title="Facts" hint="What is not known stays empty and is not shown.">
            <FactsFields draft={draft} errors={errors} set={set} />
          </Part>
          <Part
            title="Related pieces"
            hint="Up to four. Where none are chosen, the shop finds what is near in kind and price."
          >
            <Related draft={draft} own={record?.productId} error={errors.relatedIds} set={set} />
          </Part>
        </div>
        <div>
          <ShopFields draft={draft} errors={errors} set={set} />
          <div className="goods-save">
            <Button type="submit" busy={busy} busyText="Saving...">
              {record ? 'Save' : 'Add product'}
            </Button>
            <Button look="line" onClick={() => setPreview(true)}>
              Preview
            </Button>
          </div>
          {isChanged && record && <p className="t-note m-0 mt-2">There are changes that are not saved yet.</p>}
        </div>
      </form>
      <Leaving isChanged={isChanged && !busy} />
    </>
  )
}

type WordsProps = { draft: Draft; isNew: boolean; errors: Record<string, string>; set: (said: Partial<Draft>) => void }

function Words({ draft, isNew, errors, set }: WordsProps) {
  const followsName = isNew && draft.slug === slugOf(draft.name)
  return (
    <>
      <Field
        label="Name"
        name="name"
        maxLength={120}
        value={draft.name}
        error={errors.name}
        onChange={({ currentTarget: { value } }) =>
          set({ name: value, ...(followsName ? { slug: slugOf(value) } : {}) })
        }
      />
      <TextArea
        label="Description"
        name="description"
        rows={7}
        maxLength={5000}
        className="py-3"
        value={draft.description}
        error={errors.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <Field
        label="Address in the shop"
        name="slug"
        maxLength={120}
        spellCheck={false}
        value={draft.slug}
        error={errors.slug}
        onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
      />
      {!isNew && (
        <p className="t-note m-0 -mt-1">Links to the old address end on the not-found page when this is changed.</p>
      )}
    </>
  )
}

type RelatedProps = {
  draft: Draft
  own: number | undefined
  error: string | undefined
  set: (said: Partial<Draft>) => void
}

function Related({ draft: { related }, own, error, set }: RelatedProps) {
  const ids = related.map(({ productId }) => productId)
  return (
    <>
      {related.length > 0 && (
        <ul className="tag-list" aria-label="Related pieces">
          {related.map(({ productId, name }) => (
            <li key={productId}>
              {name}
              <button
                type="button"
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
          label="Find a piece"
          without={own === undefined ? ids : [...ids, own]}
          onChoose={({ productId, name }) => set({ related: [...related, { productId, name }] })}
        />
      )}
      {error && <p className="field-msg is-error">{error}</p>}
    </>
  )
}
