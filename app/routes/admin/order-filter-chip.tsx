import { href, Link, useLocation } from 'react-router'
import { withoutPage } from '#app/lib/page-url.ts'
import { useAdminQuery } from '#app/queries/admin.ts'
import { Icon } from '#app/ui/icons.tsx'
import { getCustomer } from '#modules/accounts/admin-contract.ts'
import { getAdminProduct } from '#modules/catalog/admin-contract.ts'

/** Names the product or customer to which the list of orders is limited, with a link that ends the limit. */
export function OrderFilterChip({ params }: { params: URLSearchParams }) {
  const productId = params.get('product') ?? ''
  const userId = params.get('customer') ?? ''
  const { data: product } = useAdminQuery(
    getAdminProduct,
    { params: { productId: Number(productId) } },
    productId !== '',
  )
  const { data: customer } = useAdminQuery(getCustomer, { params: { userId } }, userId !== '')
  return (
    <div className="mb-4 flex flex-wrap gap-3 empty:hidden">
      {productId && (
        <Chip
          name="product"
          to={href('/admin/products/:productId', { productId })}
          title={product?.name ?? 'Product'}
        />
      )}
      {userId && (
        <Chip
          name="customer"
          to={href('/admin/customers/:userId', { userId })}
          title={customer ? customer.name || customer.email : 'Customer'}
        />
      )}
    </div>
  )
}

function Chip({ name, to, title }: { name: string; to: string; title: string }) {
  const { pathname, search } = useLocation()
  const rest = withoutPage(search)
  rest.delete(name)
  return (
    <span className="inline-flex items-center border border-edge bg-paper pl-4">
      <Link className="text-link inline-flex min-h-target items-center [overflow-wrap:anywhere]" to={to}>
        {title}
      </Link>
      <Link className="icon-btn" to={`${pathname}?${rest}`} aria-label={`Show orders of every ${name}`}>
        <Icon name="close" className="ico size-4" />
      </Link>
    </span>
  )
}
