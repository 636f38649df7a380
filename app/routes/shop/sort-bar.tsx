import { Form, href, useLocation, useNavigate } from 'react-router'
import { withoutPage } from '#app/lib/page-url.ts'
import { Select } from '#app/ui/select.tsx'
import type { SortOrder } from '#modules/catalog/contract.ts'
import type { Category } from '#shared/categories.ts'
import { colorOptions, filterCategories, sizeOptions, sortOptions } from './filter-options.ts'

function useSort() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (sortBy: string) => {
    const query = withoutPage(search)
    query.delete('sortBy')
    if (sortBy) query.set('sortBy', sortBy)
    const text = query.toString()
    navigate(text ? `${pathname}?${text}` : pathname, { preventScrollReset: true })
  }
}

function SortSelect({ sortBy }: { sortBy: SortOrder | undefined }) {
  const sort = useSort()
  return (
    <Select
      label="Sort by"
      name="sortBy"
      value={sortBy ?? ''}
      options={sortOptions}
      onChange={({ target }) => sort(target.value)}
    />
  )
}

const noScriptSubmit = (
  <noscript>
    <button type="submit" className="btn-text">
      <span>Apply</span>
    </button>
  </noscript>
)

export function TagSort({ sortBy }: { sortBy: SortOrder | undefined }) {
  const { pathname } = useLocation()
  return (
    <Form action={pathname} className="filters lg:grid-cols-4" aria-label="Filters" autoComplete="off">
      <SortSelect sortBy={sortBy} />
      {noScriptSubmit}
    </Form>
  )
}

const categoryOptions = filterCategories.map(({ id, text }) => [String(id), text] as const)

/** The category select opens that category. Color and Size have no effect, as specified. */
export function CategorySort({ sortBy, category }: { sortBy: SortOrder | undefined; category: Category }) {
  const navigate = useNavigate()
  const open = (id: string) => {
    const selected = filterCategories.find((each) => String(each.id) === id)
    if (selected) navigate(href('/shop/:category', { category: selected.path }), { preventScrollReset: true })
  }
  return (
    <Form action={href('/shop')} className="filters lg:grid-cols-4" aria-label="Filters" autoComplete="off">
      <SortSelect sortBy={sortBy} />
      <Select
        label="Category"
        name="CategoryIds"
        value={String(category.id)}
        options={categoryOptions}
        hint="Choosing a category opens its page."
        onChange={({ target }) => open(target.value)}
      />
      <Select label="Color" value="" options={colorOptions} />
      <Select label="Size" value="" options={sizeOptions} />
      {noScriptSubmit}
    </Form>
  )
}
