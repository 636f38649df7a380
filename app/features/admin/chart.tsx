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
    <figure className="min-w-0 bg-paper p-5 md:col-span-2" aria-labelledby={id}>
      <figcaption id={id} className="mb-1 grid text-granite">
        <span>{title}</span>
        <strong className="t-h4 text-ink lining-nums tabular-nums tracking-normal">{total}</strong>
      </figcaption>
      {peak && (
        <p className="text-right text-granite text-note tabular-nums" aria-hidden="true">
          {peak.text}
        </p>
      )}
      <svg
        className="h-32 w-full border-ink border-b"
        viewBox={`0 0 ${points.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        <path
          d={`M0 .5H${points.length}M0 ${height / 2}H${points.length}`}
          className="fill-none stroke-1 stroke-rule [vector-effect:non-scaling-stroke]"
        />
        {points.map(({ label, value, text }, index) => {
          const barHeight = (value / max) * height
          return (
            <rect
              key={label}
              className="fill-slate hover:fill-ink"
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
      <p className="mt-1.5 flex justify-between text-granite text-note">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
      {note}
      <details>
        <summary className="inline-flex min-h-target cursor-pointer items-center text-granite text-note underline underline-offset-4">
          Show data
        </summary>
        <div className="max-h-64 overflow-y-auto">
          <table className="chart-table">
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
    <section className="min-w-0 bg-paper p-5 md:col-span-3">
      <h3 className="mb-3 font-normal font-sans text-granite">{title}</h3>
      {rows.length === 0 ? (
        <p className="m-0 text-granite">{empty}</p>
      ) : (
        <table className="chart-table">
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
                  <meter
                    className="mt-1 block h-[3px] w-full appearance-none [background:none] [&::-moz-meter-bar]:[background:var(--color-slate)] [&::-webkit-meter-bar]:h-[3px] [&::-webkit-meter-bar]:rounded-none [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:[background:none] [&::-webkit-meter-optimum-value]:[background:var(--color-slate)]"
                    min={0}
                    max={max}
                    value={count}
                    aria-hidden="true"
                  />
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
