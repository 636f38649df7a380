import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { BarChart, Ranking } from '#app/features/admin/chart.tsx'
import { NewOrderLink } from '#app/features/admin/new-order-link.tsx'
import { NewTasks } from '#app/features/admin/news.tsx'
import { TabList } from '#app/features/admin/tabs.tsx'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff, useLive } from '#app/queries/admin.ts'
import { orderTasks } from '#modules/orders/statuses.ts'
import { type Dashboard, dashboardPeriods, getDashboard, maxTaskCount, type Sales } from '#modules/reports/contract.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/today'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const days = Number(new URL(request.url).searchParams.get('days') || 30)
  return { days, dashboard: await loadAsStaff(request, getDashboard, { query: { days } }) }
}

export default function Today({ loaderData }: Route.ComponentProps) {
  const { days } = loaderData
  const dashboard = useLive(getDashboard, { query: { days } }, loaderData.dashboard)
  return (
    <>
      <AdminHead title="Today" news={<NewTasks waiting={dashboard.waiting} />}>
        <NewOrderLink />
      </AdminHead>
      <Tasks dashboard={dashboard} />
      {dashboard.sales && <SalesSection days={days} sales={dashboard.sales} />}
    </>
  )
}

function SalesSection({ days, sales }: { days: number; sales: Sales }) {
  return (
    <section aria-labelledby="sales">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8">
        <h2 id="sales" className="t-h4">
          Sales
        </h2>
        <TabList label="Period" className="mb-0 border-0">
          {dashboardPeriods.map((period) => (
            <Link
              key={period}
              to={`${href('/admin')}?days=${period}`}
              aria-current={period === days ? 'page' : undefined}
              preventScrollReset
            >
              {period} days
            </Link>
          ))}
        </TabList>
      </div>
      <p className="t-note m-0 mb-4 text-granite">
        Confirmed, shipped and delivered orders with shipping, by the day they were placed. Orders that are not
        confirmed, canceled orders and returned products are not counted.
      </p>
      <Charts sales={sales} />
    </section>
  )
}

function Tasks({ dashboard: { waiting, lowStock } }: { dashboard: Dashboard }) {
  const orders = href('/admin/orders')
  const tasks = [
    ...orderTasks.map(({ name, title, task }) => ({
      title: `Orders ${title.toLowerCase()}`,
      count: waiting[task],
      to: `${orders}?status=${name}&sort=placed`,
    })),
    { title: 'New enquiries', count: waiting.enquiries, to: href('/admin/enquiries') },
    { title: 'Pending reviews', count: waiting.reviews, to: href('/admin/reviews') },
    { title: 'Failed emails', count: waiting.failedEmails, to: href('/admin/emails') },
  ].flatMap(({ count, ...task }) => (count === null ? [] : [{ count, ...task }]))
  return (
    <section aria-labelledby="tasks" className="mb-8">
      <h2 id="tasks" className="sr-only">
        Tasks
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-px max-sm:grid-cols-[1fr_1fr]">
        {tasks.map(({ title, count, to }) => (
          <li
            key={title}
            className={`relative grid gap-1 bg-paper px-5 py-4 has-[a:hover]:shadow-[inset_0_-2px_var(--color-ink)] ${count === 0 ? 'text-granite' : ''}`}
          >
            <span className="font-display font-light text-[2.25rem] lining-nums tabular-nums leading-none">
              {count >= maxTaskCount ? `${maxTaskCount - 1}+` : count}
            </span>
            <Link
              className="after:absolute after:inset-0 focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
              to={to}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {lowStock.length > 0 && (
        <p className="mt-px bg-paper px-5 py-3.5">
          <Link className="text-link" to={`${href('/admin/products')}?stock=low`}>
            {waiting.lowStock === 1
              ? '1 product is low in stock'
              : `${waiting.lowStock >= maxTaskCount ? `${maxTaskCount - 1}+` : waiting.lowStock} products are low in stock`}
          </Link>
          {': '}
          {lowStock.map(({ name, stock }) => `${name} (${stock === 0 ? 'sold out' : stock})`).join(', ')}
          {waiting.lowStock > lowStock.length && ' …'}
        </p>
      )}
      {waiting.stockAlerts > 0 && (
        <p className="mt-px bg-paper px-5 py-3.5">
          <Link className="text-link" to={href('/admin/products/stock-alerts')}>
            {waiting.stockAlerts === 1
              ? '1 person waits for a sold-out product'
              : `${waiting.stockAlerts >= maxTaskCount ? `${maxTaskCount - 1}+` : waiting.stockAlerts} people wait for sold-out products`}
          </Link>
        </p>
      )}
    </section>
  )
}

function Charts({ sales: { days, total, misses, bestSellers } }: { sales: Sales }) {
  const points = (measure: (day: Sales['days'][number]) => number, format: (value: number) => string) =>
    days.map((day) => ({ label: longDate(day.day), value: measure(day), text: format(measure(day)) }))
  const npr = (amount: number) => formatMoney(fromWire(amount), 'NPR')
  const usd = (amount: number) => formatMoney(fromWire(amount), 'USD')
  const notCounted = [
    ...(total.canceled > 0 ? [`${total.canceled} canceled`] : []),
    ...(total.returned > 0 ? [`${total.returned} returned`] : []),
  ]
  return (
    <div className="grid gap-5 md:grid-cols-6">
      <BarChart
        title="Orders"
        total={String(total.orders)}
        points={points(({ orders }) => orders, String)}
        columns={['Day', 'Orders']}
        note={
          notCounted.length > 0 && (
            <p className="t-note m-0 text-granite">
              {notCounted.join(' and ')} {total.canceled + total.returned === 1 ? 'order' : 'orders'} not counted
            </p>
          )
        }
      />
      <BarChart
        title="Revenue (NPR)"
        total={npr(total.revenue.npr)}
        points={points(({ revenue }) => revenue.npr, npr)}
        columns={['Day', 'Revenue']}
      />
      <BarChart
        title="Revenue (USD)"
        total={usd(total.revenue.usd)}
        points={points(({ revenue }) => revenue.usd, usd)}
        columns={['Day', 'Revenue']}
      />
      <Ranking
        title="Best sellers"
        unit="Items sold"
        empty="No sales in this period."
        rows={bestSellers.map(({ name, soldCount }) => ({ name, count: soldCount }))}
      />
      <Ranking
        title="Searches without results"
        unit="Searches"
        empty="No searches without results in this period."
        rows={misses.map(({ query, count }) => ({ name: query, count }))}
      />
    </div>
  )
}
