import { Link } from 'react-router'
import { productUrl } from '#app/lib/urls.ts'
import { type CartLine, isBlocked, lineAmount } from '#app/state/cart-lines.ts'
import { useCurrency } from '#app/state/currency.ts'
import { Icon } from '#app/ui/icons.tsx'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { Price } from '#app/ui/price.tsx'
import { type Amount, fromWire } from '#shared/money.ts'

/** The name of the product stands beside the picture, so its alt text is empty. */
export function LinePicture({ url }: { url: string | null }) {
  return (
    <div className="card-tile">
      {url ? (
        <img src={url} width={800} height={1000} alt="" loading="lazy" />
      ) : (
        <MountainDrawing className="tile-placeholder" />
      )}
    </div>
  )
}

/** A product that is no longer sold has no page. */
export function LineName({ line }: { line: CartLine }) {
  if (line.notice === 'gone') return line.name
  return (
    <Link
      to={productUrl({ categoryId: line.categoryId, slug: line.slugs })}
      className="decoration-1 underline-offset-4 after:content-none hover:underline"
    >
      {line.name}
    </Link>
  )
}

export function AmountPrice({ amount, className }: { amount: Amount; className?: string }) {
  return <Price usd={amount.usd} npr={amount.npr} {...(className ? { className } : {})} />
}

export function LineTotal({ line }: { line: CartLine }) {
  if (!isBlocked(line)) return <AmountPrice amount={lineAmount(line)} className="text-[.9375rem]" />
  return (
    <s className="text-[.9375rem] text-granite">
      <span className="sr-only">Not included in the total: </span>
      <AmountPrice amount={lineAmount(line)} />
    </s>
  )
}

const notices = {
  soldOut: 'Sold out since you added it. It cannot be ordered and is not included in the total.',
  gone: 'No longer sold. It cannot be ordered and is not included in the total.',
}

const notice = 'mt-2 flex gap-2 text-note leading-5'
const noticeIcon = 'ico mt-0.5 size-4 flex-none'

/** Shows what has changed since the product was added to the cart. */
export function LineNotice({ line }: { line: CartLine }) {
  const { currency } = useCurrency()
  if (line.notice === 'soldOut' || line.notice === 'gone') return <ErrorNotice>{notices[line.notice]}</ErrorNotice>
  if (line.notice === 'short')
    return (
      <ErrorNotice>
        {line.productQuantity === 1 ? 'Only 1 is left.' : `Only ${line.productQuantity} are left.`} Please lower the
        quantity. Until then it cannot be ordered and is not included in the total.
      </ErrorNotice>
    )
  const { previousUnitPrice: npr, previousUnitPriceInUSD: usd } = line
  if (npr === null || usd === null) return null
  const hasChanged = currency === 'NPR' ? npr !== line.unitPrice : usd !== line.unitPriceInUSD
  if (!hasChanged) return null
  return (
    <p className={notice}>
      <Icon name="info" className={noticeIcon} />
      <span>
        The price has changed. It was <Price usd={fromWire(usd)} npr={fromWire(npr)} /> when you added it.
      </span>
    </p>
  )
}

function ErrorNotice({ children }: { children: React.ReactNode }) {
  return (
    <p className={`${notice} text-error`}>
      <Icon name="alert" className={noticeIcon} />
      <span>{children}</span>
    </p>
  )
}
