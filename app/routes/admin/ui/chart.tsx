import { type ReactNode, useId } from 'react'

type Point = { label: string; value: number; shown: string }
type Props = {
  title: string
  total: string
  points: readonly Point[]
  columns: readonly [string, string]
  note?: ReactNode
}

const height = 100
const gapShare = 0.25

/** Bars with words around them, and the table behind them for whoever wants the numbers. */
export function BarChart({ title, total, points, columns, note }: Props) {
  const id = useId()
  const most = Math.max(...points.map(({ value }) => value), 1)
  const best = points.find(({ value }) => value === most)
  const summary = best ? `The most on ${best.label}: ${best.shown}.` : 'Nothing in this time.'
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>
        <span>{title}</span>
        <strong>{total}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${points.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        <path d={`M0 .5H${points.length}M0 ${height / 2}H${points.length}`} className="chart-grid" />
        {points.map(({ label, value, shown }, index) => {
          const tall = (value / most) * height
          return (
            <rect
              key={label}
              x={index + gapShare / 2}
              y={height - tall}
              width={1 - gapShare}
              height={value > 0 ? Math.max(tall, 1) : 0}
            >
              <title>{`${label}: ${shown}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="chart-ends">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
      {note}
      <details>
        <summary>The table behind it</summary>
        <div className="chart-table">
          <table>
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ label, shown }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{shown}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

type RankProps = { title: string; rows: readonly { name: string; count: number }[]; unit: string; empty: string }

/** A short list by size, each with a bar as long as its share of the first. */
export function Ranking({ title, rows, unit, empty }: RankProps) {
  const most = rows[0]?.count ?? 1
  return (
    <section className="chart">
      <h3 className="chart-title">{title}</h3>
      {rows.length === 0 ? (
        <p className="m-0 text-granite">{empty}</p>
      ) : (
        <table className="ranking">
          <caption className="sr-only">{title}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  <meter min={0} max={most} value={count} aria-hidden="true" />
                </th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
