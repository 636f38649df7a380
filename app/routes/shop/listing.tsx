import { ProductGrid } from '#app/features/product/grid.tsx'
import { Pager } from '#app/ui/pager.tsx'
import type { CardPage } from '#modules/catalog/schema.ts'

/** A titled page of products, as every list of the shop shows them. */
export function Listing({ title, page }: { title: string; page: CardPage }) {
  return (
    <>
      <title>{`${title} · ALPINE`}</title>
      {page.totalItems === 0 && <meta name="robots" content="noindex" />}
      <section className="bg-stage">
        <div className="page py-16">
          <h1 className="t-h1">{title}</h1>
          <p className="t-note mt-4 mb-0">{page.totalItems === 1 ? '1 piece' : `${page.totalItems} pieces`}</p>
        </div>
      </section>
      <section className="page pt-12" aria-label="Products">
        <ProductGrid cards={page.items} />
        <Pager pageNumber={page.pageNumber} totalPages={page.totalPages} />
      </section>
    </>
  )
}
