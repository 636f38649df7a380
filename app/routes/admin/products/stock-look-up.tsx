import { Panel } from '#app/features/admin/form-section.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import { formatMoney, fromWire } from '#shared/money.ts'

const stockText = (stock: number) => (stock === 0 ? 'Out of stock' : `${stock} in stock`)
const row = 'flex flex-wrap justify-between gap-x-6 border-rule border-b py-2.5 last:border-0'

/** For staff who may look a product up but not change it. */
export function StockLookUp({ record }: { record: ProductRecord }) {
  const { price, priceInUSD, stock, attributes, images } = record
  return (
    <div className="admin-columns lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="lg:[grid-area:1/2]">
        {images[0] && (
          <div className="card-tile mb-5 max-w-64">
            <TilePicture picture={images[0].picture} sizes="256px" decorative />
          </div>
        )}
      </div>
      <Panel title="Stock and price">
        <dl className="tabular-nums">
          {attributes.map(({ productAttributeId, attributeValue, productQuantity }) => (
            <div key={productAttributeId} className={row}>
              <dt>{attributeValue}</dt>
              <dd>{stockText(productQuantity)}</dd>
            </div>
          ))}
          <div className={row}>
            <dt>{attributes.length > 0 ? 'All variants' : 'Stock'}</dt>
            <dd>{stockText(stock)}</dd>
          </div>
          <div className={row}>
            <dt>Price</dt>
            <dd>
              {formatMoney(fromWire(price), 'NPR')} · {formatMoney(fromWire(priceInUSD), 'USD')}
            </dd>
          </div>
        </dl>
      </Panel>
    </div>
  )
}
