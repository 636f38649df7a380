type Props = { figures: readonly (readonly [title: string, value: string])[]; isDense?: boolean }

export function Figures({ figures, isDense = false }: Props) {
  const columns = isDense
    ? 'mt-5 grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))]'
    : 'grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]'
  return (
    <dl className={`mb-5 grid gap-px ${columns}`}>
      {figures.map(([title, value]) => (
        <div key={title} className={`bg-paper ${isDense ? 'py-2' : 'px-5 py-4'}`}>
          <dt className="text-granite text-note">{title}</dt>
          <dd className="t-h4 mt-1 lining-nums tabular-nums tracking-normal">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
