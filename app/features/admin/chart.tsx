import { type ReactNode, useId } from 'react'

type Point = { label: string; value: number; text: string }
type Props = {
  title: string
  total: string
  points: readonly Point[]
  columns: readonly [string, string]
  note?: ReactNode
}

const height = 100
const gapShare = 0.25

/** A bar chart with its total, its highest value and its data as a table. */
export function BarChart({ title, total, points, columns, note }: Props) {
  const id = useId()
  const max = Math.max(...points.map(({ value }) => value), 1)
  const peak = points.find(({ value }) => value === max)
  const summary = peak ? `Highest on ${peak.label}: ${peak.text}.` : 'No data for this period.'
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>
        <span>{title}</span>
        <strong>{total}</strong>
      </figcaption>
      {peak && (
        <p className="chart-peak" aria-hidden="true">
          {peak.text}
        </p>
      )}
      <svg viewBox={`0 0 ${points.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        <path d={`M0 .5H${points.length}M0 ${height / 2}H${points.length}`} className="chart-grid" />
        {points.map(({ label, value, text }, index) => {
          const barHeight = (value / max) * height
          return (
            <rect
              key={label}
              x={index + gapShare / 2}
              y={height - barHeight}
              width={1 - gapShare}
              height={value > 0 ? Math.max(barHeight, 1) : 0}
            >
              <title>{`${label}: ${text}`}</title>
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
        <summary>Show data</summary>
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
              {points.toReversed().map(({ label, text }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

type RankingProps = { title: string; rows: readonly { name: string; count: number }[]; unit: string; empty: string }

/** A list sorted by count. Each bar is relative to the first row. */
export function Ranking({ title, rows, unit, empty }: RankingProps) {
  const max = rows[0]?.count ?? 1
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
                  <meter min={0} max={max} value={count} aria-hidden="true" />
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
