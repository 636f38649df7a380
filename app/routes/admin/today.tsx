import { href, Link, useRouteError } from 'react-router'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import { type Figures, mostWaiting, spans } from '#modules/reports/schema.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/today'
import { BarChart, Ranking } from './ui/chart.tsx'
import { OfficeHead } from './ui/head.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const days = Number(new URL(request.url).searchParams.get('days') ?? 30)
  return loadAsStaff(request, async (get) => ({
    days,
    figures: await get<Figures>(`/admin/today${searchFor(request)}`),
  }))
}

export default function Today({ loaderData: { days, figures } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead title="Today" />
      <ToDo figures={figures} />
      <section aria-labelledby="how-it-goes">
        <div className="today-head">
          <h2 id="how-it-goes" className="t-h4">
            How it goes
          </h2>
          <nav className="queues" aria-label="Span of time">
            {spans.map((span) => (
              <Link
                key={span}
                to={`${href('/admin')}?days=${span}`}
                aria-current={span === days ? 'page' : undefined}
                preventScrollReset
              >
                {span} days
              </Link>
            ))}
          </nav>
        </div>
        <Charts figures={figures} />
      </section>
    </>
  )
}

/** Each with the place where it is done. */
function ToDo({ figures: { waiting, lowStock } }: { figures: Figures }) {
  const orders = href('/admin/orders')
  const todo = [
    { title: 'Orders to confirm', count: waiting.toConfirm, to: `${orders}?state=Pending&sort=placed` },
    { title: 'Orders to ship', count: waiting.toShip, to: `${orders}?state=Confirmed&sort=placed` },
    { title: 'On the way', count: waiting.onTheWay, to: `${orders}?state=Shipped&sort=placed` },
    { title: 'Unread enquiries', count: waiting.enquiries, to: href('/admin/enquiries') },
    { title: 'Reviews waiting', count: waiting.reviews, to: href('/admin/reviews') },
    { title: 'Failed mails', count: waiting.failedMails, to: href('/admin/mails') },
  ]
  return (
    <section aria-labelledby="to-do" className="mb-8">
      <h2 id="to-do" className="sr-only">
        What needs doing
      </h2>
      <ul className="to-do">
        {todo.map(({ title, count, to }) => (
          <li key={title} data-none={count === 0 || undefined}>
            <span className="to-do-count">{count >= mostWaiting ? `${mostWaiting - 1}+` : count}</span>
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
      {lowStock.length > 0 && (
        <p className="low-stock">
          <Link className="desk-link" to={`${href('/admin/products')}?stock=low`}>
            {waiting.lowStock === 1
              ? 'One piece is low in stock'
              : `${waiting.lowStock >= mostWaiting ? `${mostWaiting - 1}+` : waiting.lowStock} pieces are low in stock`}
          </Link>
          {': '}
          {lowStock.map(({ name, stock }) => `${name} (${stock === 0 ? 'sold out' : stock})`).join(', ')}
          {waiting.lowStock > lowStock.length && ' …'}
        </p>
      )}
    </section>
  )
}

function Charts({ figures: { days, total, misses, bestSellers } }: { figures: Figures }) {
  const points = (of: (day: Figures['days'][number]) => number, show: (value: number) => string) =>
    days.map((day) => ({ label: longDate(day.day), value: of(day), shown: show(of(day)) }))
  const npr = (amount: number) => formatMoney(fromWire(amount), 'NPR')
  const usd = (amount: number) => formatMoney(fromWire(amount), 'USD')
  const gone = [
    ...(total.canceled > 0 ? [`${total.canceled} canceled`] : []),
    ...(total.returned > 0 ? [`${total.returned} returned`] : []),
  ]
  return (
    <div className="charts">
      <BarChart
        title="Orders"
        total={String(total.orders)}
        points={points(({ orders }) => orders, String)}
        columns={['Day', 'Orders']}
        note={gone.length > 0 && <p className="t-note m-0 text-granite">{gone.join(' and ')} besides</p>}
      />
      <BarChart
        title="Revenue in rupees"
        total={npr(total.revenue.npr)}
        points={points(({ revenue }) => revenue.npr, npr)}
        columns={['Day', 'Revenue']}
      />
      <BarChart
        title="Revenue in dollars"
        total={usd(total.revenue.usd)}
        points={points(({ revenue }) => revenue.usd, usd)}
        columns={['Day', 'Revenue']}
      />
      <Ranking
        title="Best sellers"
        unit="Pieces"
        empty="Nothing was sold in this time."
        rows={bestSellers.map(({ name, pieces }) => ({ name, count: pieces }))}
      />
      <Ranking
        title="Looked for in vain"
        unit="Searches"
        empty="Every search found something."
        rows={misses.map(({ words, count }) => ({ name: words, count }))}
      />
    </div>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
