import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '#app/lib/api.ts'
import { logError } from '#app/lib/log-error.ts'
import { tagUrl } from '#app/lib/urls.ts'
import type { WireProductCard } from '#modules/catalog/contract.ts'
import { ApiCardLink, ApiCardPicture } from './api-product-card.tsx'
import { capitalize, type MenuEntry } from './navigation.ts'

const pictureSlots = [0, 1]

/** A full-width menu under the header. It is empty until it first opens. */
export function Dropdown({ entry, id, isOpen }: { entry: MenuEntry; id: string; isOpen: boolean }) {
  const cards = useCardsOnce(entry.pictures, isOpen)
  return (
    <div id={id} className="dropdown" hidden={!isOpen}>
      {(isOpen || cards) && <Content entry={entry} cards={cards} />}
    </div>
  )
}

type Cards = WireProductCard[] | undefined

function Content({ entry: { title, to, subcategories }, cards }: { entry: MenuEntry; cards: Cards }) {
  return (
    <div className="page grid-12 max-w-none py-14">
      <div className="col-span-3">
        <p className="t-h3 m-0">{title}</p>
        <Link className="btn-text mt-4" to={to} prefetch="intent">
          <span>View all</span>
        </Link>
      </div>
      {subcategories.length > 0 ? (
        <ul className="col-span-3 m-0 list-none p-0">
          {subcategories.map((tag) => (
            <li key={tag}>
              <Link className="nav-link min-h-12 font-display text-h4" to={tagUrl(tag)} prefetch="intent">
                {capitalize(tag)}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="t-lead col-span-3 m-0 max-w-64 text-granite">A small collection, chosen piece by piece.</p>
      )}
      <Pictures cards={cards} />
    </div>
  )
}

function Pictures({ cards }: { cards: Cards }) {
  return (
    <div className="col-span-5 col-start-8 grid grid-cols-2 gap-gap">
      {pictureSlots.map((slot) => {
        const card = cards?.[slot]
        return card ? (
          <ApiCardLink key={card.productId} card={card} className="card">
            <span className="card-tile block aspect-square">
              <ApiCardPicture card={card} />
            </span>
            <span className="t-note mt-3 block">{card.name}</span>
          </ApiCardLink>
        ) : (
          <span key={`slot ${slot}`} aria-hidden="true">
            <span className={`card-tile block aspect-square ${cards ? '' : 'skeleton'}`} />
            <span className="t-note mt-3 block">&nbsp;</span>
          </span>
        )
      })}
    </div>
  )
}

/** The contract loads with the first menu, because it is not part of the first load of a page. */
async function loadCards(of: MenuEntry['pictures']): Promise<WireProductCard[]> {
  const { listCategoryProducts, listTaggedProducts } = await import('#modules/catalog/contract.ts')
  const query = { pageSize: pictureSlots.length }
  const { data } =
    'tag' in of
      ? await call(listTaggedProducts, { params: of, query })
      : await call(listCategoryProducts, { params: of, query })
  return data
}

function useCardsOnce(of: MenuEntry['pictures'], isNeeded: boolean): Cards {
  const [cards, setCards] = useState<WireProductCard[]>()
  const isRequested = useRef(false)
  useEffect(() => {
    if (!isNeeded || isRequested.current) return
    isRequested.current = true
    loadCards(of).then(setCards, (error) => {
      isRequested.current = false
      setCards([])
      logError('Could not load the pictures of the menu', error)
    })
  }, [of, isNeeded])
  return cards
}
