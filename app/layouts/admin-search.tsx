import { Autocomplete } from '@base-ui/react/autocomplete'
import { useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { useSelectOnEnter } from '#app/features/admin/use-select-on-enter.ts'
import { errorMessage } from '#app/lib/api.ts'
import { useDebounced } from '#app/lib/delayed-value.ts'
import { useAdminQuery } from '#app/queries/admin.ts'
import { Icon } from '#app/ui/icons.tsx'
import { searchAdmin } from '#modules/search/contract.ts'
import { type SearchGroup, type SearchHit, searchGroups } from './admin-search-groups.ts'

const debounceMs = 150
const minLength = 2
const popup = 'w-[min(34rem,calc(100vw-1.5rem))] border border-ink bg-paper text-[.9375rem] text-ink shadow-float'

/** The search field of every back office page; `/` moves the focus into it. */
export function AdminSearch() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)

  const text = typed.trim()
  const isLongEnough = text.length >= minLength
  const q = useDebounced(text, debounceMs)
  const { data, error, isFetching } = useAdminQuery(searchAdmin, { query: { q } }, q.length >= minLength)
  const isCurrent = q === text && !isFetching
  const groups = isLongEnough && data ? searchGroups(data, q) : []
  const first = groups[0]?.items[0]

  const close = () => {
    setTyped('')
    setOpen(false)
    reset()
    input.current?.blur()
  }
  const open = (to: string) => {
    close()
    void navigate(to)
  }
  const { reset, onItemHighlighted, onEnter } = useSelectOnEnter<SearchHit>(isCurrent, (hit = first) =>
    open(hit?.to ?? `${href('/admin/orders')}?${new URLSearchParams({ q: text })}`),
  )
  return (
    <search className="min-w-0 flex-1 lg:w-full lg:flex-none">
      <Autocomplete.Root
        items={groups}
        filter={null}
        value={typed}
        open={isOpen && isLongEnough}
        onOpenChange={setOpen}
        autoHighlight="always"
        onItemHighlighted={onItemHighlighted}
        itemToStringValue={({ title }: SearchHit) => title}
        onValueChange={(value, { reason }) => {
          if (reason === 'item-press') return
          setTyped(value)
          reset()
        }}
      >
        <div className="relative">
          <Icon name="search" className="ico pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2" />
          <Autocomplete.Input
            ref={input}
            type="text"
            enterKeyHint="search"
            className="h-target w-full min-w-0 border border-night-rule bg-transparent pr-3 pl-9.5 text-[1rem] text-snow placeholder:text-scree focus:border-snow focus-visible:outline-offset-0 lg:text-[.875rem]"
            aria-label="Search the back office"
            aria-keyshortcuts="/"
            placeholder="Search"
            autoComplete="off"
            maxLength={100}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventBaseUIHandler()
              if (isLongEnough) onEnter()
            }}
          />
          <span
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-scree max-lg:hidden"
            hidden={typed !== ''}
            aria-hidden="true"
          >
            /
          </span>
        </div>
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="z-60 outline-none" sideOffset={6} align="start" collisionPadding={12}>
            <Autocomplete.Popup className={popup} aria-busy={!isCurrent}>
              <Autocomplete.Status className={groups.length > 0 ? 'sr-only' : 'p-4 text-granite'}>
                {statusText(groups, error, isCurrent, text)}
              </Autocomplete.Status>
              <Autocomplete.List className="max-h-[min(36rem,var(--available-height))] overflow-y-auto overscroll-contain outline-none">
                {(group: SearchGroup) => (
                  <Autocomplete.Group
                    key={group.title}
                    items={group.items}
                    className="border-rule border-b py-2 last:border-0"
                  >
                    <Autocomplete.GroupLabel className="t-note px-4 py-1 text-granite">
                      {group.title}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(hit: SearchHit) => (
                        <Autocomplete.Item
                          key={hit.to}
                          value={hit}
                          className="flex min-h-target flex-col justify-center px-4 py-1 data-highlighted:bg-stage"
                          render={<Link to={hit.to} onClick={close} />}
                        >
                          <span className={hit.detail ? 'truncate' : 'truncate underline underline-offset-4'}>
                            {hit.title}
                          </span>
                          {hit.detail && <span className="t-note truncate text-granite">{hit.detail}</span>}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </search>
  )
}

function statusText(groups: SearchGroup[], error: Error | null, isCurrent: boolean, text: string): string {
  if (!isCurrent) return 'Searching...'
  if (error) return errorMessage(error)
  const count = groups.reduce((sum, { items }) => sum + items.filter(({ detail }) => detail).length, 0)
  if (count === 0) return `Nothing found for “${text}”. Search by number, phone, name or email.`
  return count === 1 ? '1 result' : `${count} results`
}
