import { Link } from 'react-router'
import { productUrl } from '#app/lib/urls.ts'
import { type Amount, type BagLine, isHeldUp, lineAmount } from '#app/state/cart-lines.ts'
import { useCurrency } from '#app/state/currency.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Price } from '#app/ui/price.tsx'
import { Ridge } from '#app/ui/ridge.tsx'

/** Beside the name of its piece, and so without words of its own. */
export function LinePicture({ url }: { url: string | null }) {
  return (
    <div className="card-tile">
      {url ? <img src={url} width={800} height={1000} alt="" loading="lazy" /> : <Ridge className="tile-ridge" />}
    </div>
  )
}

/** What is no longer sold has no page. */
export function LineName({ line }: { line: BagLine }) {
  if (line.notice === 'gone') return line.name
  return (
    <Link to={productUrl({ categoryId: line.categoryId, slug: line.slugs })} className="line-name">
      {line.name}
    </Link>
  )
}

export function AmountPrice({ amount, className }: { amount: Amount; className?: string }) {
  return <Price usd={amount.usd} npr={amount.npr} {...(className ? { className } : {})} />
}

export function LineTotal({ line }: { line: BagLine }) {
  if (!isHeldUp(line)) return <AmountPrice amount={lineAmount(line)} className="text-[.9375rem]" />
  return (
    <s className="text-[.9375rem] text-granite">
      <span className="sr-only">Not counted: </span>
      <AmountPrice amount={lineAmount(line)} />
    </s>
  )
}

const words = {
  soldOut: 'Sold out since you chose it. It is not counted and cannot be ordered.',
  gone: 'No longer sold. It is not counted and cannot be ordered.',
}

/** What became of a piece since it was put into the bag. */
export function LineNotice({ line }: { line: BagLine }) {
  const { currency } = useCurrency()
  if (line.notice === 'soldOut' || line.notice === 'gone') return <Marked>{words[line.notice]}</Marked>
  if (line.notice === 'short')
    return (
      <Marked>
        {line.productQuantity === 1 ? 'Only 1 is left.' : `Only ${line.productQuantity} are left.`} Please take fewer:
        until then it is not counted and cannot be ordered.
      </Marked>
    )
  const { previousUnitPrice: npr, previousUnitPriceInUSD: usd } = line
  if (npr === null || usd === null) return null
  const isOther = currency === 'NPR' ? npr !== line.unitPrice : usd !== line.unitPriceInUSD
  if (!isOther) return null
  return (
    <p className="line-notice">
      <Icon name="info" />
      <span>
        The price has changed. It was <Price usd={Math.round(usd * 100)} npr={Math.round(npr * 100)} /> when you chose
        it.
      </span>
    </p>
  )
}

function Marked({ children }: { children: React.ReactNode }) {
  return (
    <p className="line-notice is-error">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  )
}
