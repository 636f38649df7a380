import { Fragment, type SubmitEvent, useId, useState } from 'react'
import { Form, href, useNavigate } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Select } from '#app/ui/select.tsx'
import type { SortOrder } from '#modules/catalog/contract.ts'
import { colorOptions, filterCategories, searchSortOptions, sizeOptions, sortOptions } from './filter-options.ts'

export type Filters = {
  name: string | undefined
  sortBy: SortOrder | undefined
  categoryIds: number[]
  color: string | undefined
  size: string | undefined
}

const categoryOptions = [['', 'All'], ...filterCategories.map(({ id, text }) => [String(id), text] as const)] as const

/** Leaves out empty fields to keep the URL short. */
function filterQuery(form: HTMLFormElement): string {
  const filled = [...new FormData(form)].filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(filled).toString()
  return query && `?${query}`
}

type Props = { filters: Filters; totalItems: number }

/** A GET form that keeps its state in the URL and works without JavaScript. It is collapsible on small screens. */
export function ShopFilters({ filters: { name, sortBy, categoryIds, color, size }, totalItems }: Props) {
  const navigate = useNavigate()
  const removeForm = useId()
  const [removals, setRemovals] = useState(0)
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(href('/shop') + filterQuery(event.currentTarget), { preventScrollReset: true })
  }
  const active = [sortBy, categoryIds[0], color, size].filter(Boolean).length
  const nameInput = name && <input type="hidden" name="Name" value={name} />
  return (
    <details className="filter-details group pb-8">
      <summary className="flex min-h-field cursor-pointer list-none items-center justify-between border-rule border-y supports-[selector(::details-content)]:lg:hidden">
        {active > 0 ? `Filters (${active})` : 'Filters'}
        <Icon
          name="down"
          className="ico w-3.5 transition-[rotate] duration-(--duration-quick) ease-enter group-[[open]]:rotate-180"
        />
      </summary>
      <Form
        action={href('/shop')}
        className="filters lg:grid-cols-[1.2fr_1fr_1fr_1fr_auto_auto_auto]"
        aria-label="Filters"
        autoComplete="off"
        onSubmit={apply}
      >
        {nameInput}
        {/* Remove Filter also resets values that were selected but not applied. */}
        <Fragment key={removals}>
          <Select label="Sort by" name="sortBy" value={sortBy ?? ''} options={name ? searchSortOptions : sortOptions} />
          <Select label="Category" name="CategoryIds" value={String(categoryIds[0] ?? '')} options={categoryOptions} />
          <Select label="Color" name="color" value={color ?? ''} options={colorOptions} />
          <Select label="Size" name="size" value={size ?? ''} options={sizeOptions} />
        </Fragment>
        <Button type="submit" className="min-h-11">
          Apply Filter
        </Button>
        <p className="t-note m-0 flex min-h-target items-center tabular-nums" role="status">
          {totalItems === 1 ? '1 product' : `${totalItems} products`}
        </p>
        <button type="submit" form={removeForm} className="btn-text max-lg:col-span-2 max-lg:justify-self-start">
          <span>Remove Filter</span>
        </button>
      </Form>
      <Form
        id={removeForm}
        action={href('/shop')}
        preventScrollReset
        onSubmit={() => setRemovals((count) => count + 1)}
      >
        {nameInput}
      </Form>
    </details>
  )
}
