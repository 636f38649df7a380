import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '#app/lib/api.ts'
import { note } from '#app/lib/log-error.ts'
import { tagUrl } from '#app/lib/urls.ts'
import type { WireCard } from '#modules/catalog/schema.ts'
import { capitalised, type ShopEntry } from './places.ts'
import { WireCardLink, WirePicture } from './wire-card.tsx'

const pictureSlots = [0, 1]

/** Full width beneath the header. Its links are in the page as it is sent; its pictures come when it first opens. */
export function Dropdown({ entry, id, isOpen }: { entry: ShopEntry; id: string; isOpen: boolean }) {
  const { title, to, subcategories } = entry
  return (
    <div id={id} className="dropdown" hidden={!isOpen}>
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
                  {capitalised(tag)}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="t-lead col-span-3 m-0 max-w-64 text-granite">A small collection, chosen piece by piece.</p>
        )}
        <Pictures call={entry.pictures} wanted={isOpen} />
      </div>
    </div>
  )
}

function Pictures({ call, wanted }: { call: string; wanted: boolean }) {
  const cards = useCardsOnce(call, wanted)
  return (
    <div className="col-span-5 col-start-8 grid grid-cols-2 gap-gap">
      {pictureSlots.map((slot) => {
        const card = cards?.[slot]
        return card ? (
          <WireCardLink key={card.productId} card={card} className="card">
            <span className="card-tile block aspect-square">
              <WirePicture card={card} />
            </span>
            <span className="t-note mt-3 block">{card.name}</span>
          </WireCardLink>
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

function useCardsOnce(call: string, wanted: boolean): WireCard[] | undefined {
  const [cards, setCards] = useState<WireCard[]>()
  const asked = useRef(false)
  useEffect(() => {
    if (!wanted || asked.current) return
    asked.current = true
    callApi<{ data: WireCard[] }>(call).then(
      ({ data }) => setCards(data),
      (error) => {
        asked.current = false
        setCards([])
        note('The pictures of the menu could not be had', error)
      },
    )
  }, [call, wanted])
  return cards
}
