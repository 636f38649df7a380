import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { tagUrl } from '#app/lib/urls.ts'
import { closeOverlay } from '#app/state/overlay.ts'
import { Icon } from '#app/ui/icons.tsx'
import { BestSellers } from './best-sellers.tsx'
import { ClosePanelButton, OverlayPanel } from './overlay-panel.tsx'
import { SearchResults } from './search-results.tsx'
import { useSearch } from './use-search.ts'

const maxTextLength = 200
const recommendations = [
  { title: 'Crystals', to: href('/shop/:category', { category: 'crystal' }) },
  { title: 'Jewellery', to: href('/shop/:category', { category: 'Jewellery' }) },
  { title: 'Accessory', to: href('/shop/:category', { category: 'accessory' }) },
  { title: 'Wealth', to: tagUrl('wealth') },
]

const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true })

const resultsUrl = (text: string) => `${href('/shop')}?${new URLSearchParams({ Name: text.trim() })}`

export default function SearchOverlay() {
  const field = useRef<HTMLInputElement>(null)
  const isSubmitted = useRef(false)
  // Otherwise the search icon would show a focus ring over the results.
  const finalFocus = () => {
    if (isSubmitted.current) requestAnimationFrame(focusContent)
    return !isSubmitted.current
  }
  return (
    <OverlayPanel
      overlay="search"
      label="Search"
      className="overlay fixed inset-x-0 top-0 z-52 max-h-dvh overflow-y-auto overscroll-contain bg-paper data-ending-style:[translate:0_-100%] starting:[translate:0_-100%]"
      initialFocus={field}
      finalFocus={finalFocus}
    >
      <SearchContent field={field} isSubmitted={isSubmitted} />
    </OverlayPanel>
  )
}

type Props = { field: RefObject<HTMLInputElement | null>; isSubmitted: RefObject<boolean> }

function SearchContent({ field, isSubmitted }: Props) {
  const [text, setText] = useState('')
  const search = useSearch(text)
  const navigate = useNavigate()
  const isTyping = text.trim() !== ''

  useEffect(() => {
    isSubmitted.current = false
  }, [isSubmitted])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTyping) return
    isSubmitted.current = true
    closeOverlay()
    navigate(resultsUrl(text))
  }

  return (
    <div className="page max-w-none">
      <search>
        <form
          className="flex items-center gap-1 border-ink border-b py-4 [transition:box-shadow_var(--duration-tap)] has-[input:focus-visible]:[box-shadow:0_1px_var(--color-ink)] lg:gap-4 lg:pt-10"
          action={href('/shop')}
          onSubmit={submit}
        >
          <input
            ref={field}
            className="t-h1 min-w-0 flex-1 appearance-none caret-seal outline-none placeholder:text-edge [&::-webkit-search-cancel-button]:hidden"
            type="search"
            name="Name"
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label="Search products"
            placeholder="Search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={maxTextLength}
          />
          <button type="submit" className="icon-btn" aria-label="Search">
            <span className="scale-150">
              <Icon name="search" />
            </span>
          </button>
          <ClosePanelButton label="Close search" className="-mr-3 scale-125" />
        </form>
      </search>
      <div className="grid-12 gap-y-8 pt-8 pb-10 lg:pt-12 lg:pb-16">
        <Recommendations />
        <div
          className={`col-span-12 min-w-0 lg:col-span-8 lg:col-start-5 ${isTyping ? 'max-lg:order-first lg:min-h-120' : ''}`}
        >
          {isTyping ? <SearchResults search={search} allResults={resultsUrl(text)} /> : <BestSellers />}
        </div>
      </div>
    </div>
  )
}

function Recommendations() {
  return (
    <section className="col-span-12 lg:col-span-3" aria-labelledby="recommendations">
      <h2 id="recommendations" className="font-normal font-sans text-[.9375rem] text-granite">
        Recommendations
      </h2>
      <ul className="t-h3 m-0 mt-2 grid list-none grid-cols-2 p-0 lg:mt-4 lg:grid-cols-1">
        {recommendations.map(({ title, to }) => (
          <li key={title}>
            <Link className="inline-flex min-h-target items-center lg:min-h-15" to={to} prefetch="intent">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
