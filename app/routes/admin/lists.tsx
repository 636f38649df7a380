import { useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { DraftForm } from '#app/features/admin/draft-form.tsx'
import { FindProduct } from '#app/features/admin/find-product.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { moveItem } from '#app/features/admin/list-tool.tsx'
import { SortableList } from '#app/features/admin/sortable-list.tsx'
import { Tabs } from '#app/features/admin/tabs.tsx'
import { Tag } from '#app/features/admin/tag.tsx'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { showFailure } from '#app/queries/change-failure.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type CuratedListName, curatedListNames, curatedLists, isCuratedList } from '#modules/catalog/curated-lists.ts'
import {
  type CuratedList,
  getCuratedList,
  type ListedProduct,
  updateCuratedList,
} from '#modules/catalog/lists-contract.ts'
import type { Route } from './+types/lists'

/** Where the shop shows a list, and how many of its products at most. */
const places: Record<CuratedListName, { hint: string; count: number }> = {
  featured: {
    hint: 'The home page shows two of the first eight products, chosen at random. The Alpine Collection page shows the first twelve.',
    count: 12,
  },
  popular: { hint: 'The home page shows the first eight products.', count: 8 },
  bestseller: {
    hint: 'The search panel shows the first three products. A search with few results shows the first four.',
    count: 4,
  },
  collection: { hint: 'The Alpine Collection page shows the first six products.', count: 6 },
}

const [firstList = 'featured'] = curatedListNames
const tabs = curatedListNames.map((name) => [name === firstList ? '' : name, curatedLists[name].title] as const)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const name = new URL(request.url).searchParams.get('list') ?? ''
  const list = isCuratedList(name) ? name : firstList
  return { list, stored: await loadAsStaff(request, getCuratedList, { params: { list } }) }
}

export default function Lists({ loaderData: { list, stored } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Lists" />
      <Tabs label="Lists" name="list" tabs={tabs} />
      <ListEditor key={list} name={list} stored={stored} />
    </>
  )
}

type Rows = readonly ListedProduct[]

const idsOf = (rows: Rows) => rows.map(({ productId }) => productId)

const save = (list: CuratedListName, rows: Rows, { version, products }: CuratedList) =>
  callAuthenticated(updateCuratedList, {
    params: { list },
    body: { version, productIds: idsOf(rows), readIds: idsOf(products) },
  })

function ListEditor({ name, stored }: { name: CuratedListName; stored: CuratedList }) {
  const { title } = curatedLists[name]
  const { hint, count } = places[name]
  const { revalidate } = useRevalidator()
  const [earlier, setEarlier] = useState<Rows[]>([])

  const undoSave = async (saved: CuratedList, before: Rows) => {
    try {
      await save(name, before, saved)
    } catch (error) {
      showFailure(error)
    }
    await revalidate()
  }
  const editor = useDraft<CuratedList, { rows: Rows }>({
    name: `list ${name}`,
    record: stored,
    draftOf: ({ products }) => ({ rows: products }),
    labels: { rows: title },
    displayValue: ({ rows }) => rows.map((row) => row.name).join('\n'),
    compareValue: ({ rows }) => idsOf(rows).join(),
    send: async ({ rows }, record = stored) => {
      const saved = await save(name, rows, record)
      const undo = { label: 'Undo', run: () => undoSave(saved, record.products) }
      toast(`${title} saved`, 'success', { action: undo, subjects: [`list ${name}`] })
      return saved
    },
    onSaved: () => setEarlier([]),
  })
  const { rows } = editor.draft
  const change = (changed: Rows) => {
    setEarlier([...earlier, rows])
    editor.set({ rows: changed })
  }
  const undo = () => {
    editor.set({ rows: earlier.at(-1) ?? rows })
    setEarlier(earlier.slice(0, -1))
  }
  const hidden = (editor.record?.total ?? 0) - (editor.record?.products.length ?? 0)
  return (
    <DraftForm label={title} className="grid max-w-3xl gap-5" editor={editor}>
      <FormSection title={title} hint={`${hint} Drag the products into order, or tap a handle, or use its arrow keys.`}>
        <FindProduct
          label="Add a product"
          excludedIds={idsOf(rows)}
          error={editor.errors.productIds}
          onSelect={(row) => change([row, ...rows])}
        />
        {rows.length === 0 && <p className="m-0 py-4 text-granite">This list is empty. Add its first product.</p>}
        <SortableList
          label={title}
          items={rows}
          keyOf={({ productId }) => productId}
          nameOf={(row) => row.name}
          onMove={(from, to) => change(moveItem(rows, from, to))}
          onRemove={(index) => change(rows.toSpliced(index, 1))}
          divider={{ after: count, text: 'The products below are not shown there.' }}
        >
          {(row, index) => <Row row={row} number={index + 1} />}
        </SortableList>
        {hidden > 0 && <p className="t-note m-0 mt-3">{hidden} more products come after these.</p>}
      </FormSection>
      <div className="admin-actions gap-3 px-1">
        <Button look="line" disabled={earlier.length === 0} onClick={undo}>
          Undo
        </Button>
        <Button type="submit" busy={editor.busy} busyText="Saving...">
          Save list
        </Button>
      </div>
    </DraftForm>
  )
}

function Row({ row, number }: { row: ListedProduct; number: number }) {
  const productId = String(row.productId)
  return (
    <>
      <span className="w-6 shrink-0 text-right text-granite tabular-nums max-sm:hidden">{number}</span>
      <span className="card-tile w-11 shrink-0">
        <TilePicture picture={row.picture} sizes="44px" decorative />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Link className="inline-flex min-h-target items-center" to={href('/admin/products/:productId', { productId })}>
          {row.name}
        </Link>{' '}
        {row.isArchived && <Tag>Archived</Tag>}
        {!row.isArchived && row.stock === 0 && <Tag>Sold out</Tag>}
      </span>
    </>
  )
}
