import { diameterOf, ringSizeOf } from '#modules/catalog/sizes.ts'

const mm = (length: number) => `${length.toFixed(1)} mm`

export function RingSizes({ circumference }: { circumference: number }) {
  const diameter = diameterOf(circumference)
  const { us, uk, eu, nepal } = ringSizeOf(diameter)
  return (
    <Sizes
      rows={[
        ['US', us],
        ['UK', uk],
        ['EU', eu],
        ['India, Nepal', nepal],
        ['Inside', mm(diameter)],
        ['Around', mm(circumference)],
      ]}
    />
  )
}

export function BraceletSizes({ around }: { around: number }) {
  return (
    <Sizes
      rows={[
        ['Around', mm(around)],
        ['In inches', `${(around / 25.4).toFixed(1)} in`],
        ['Inside', mm(diameterOf(around))],
      ]}
    />
  )
}

function Sizes({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <dl className="m-0 mt-3 grid grid-cols-3 gap-x-4 gap-y-2 border-rule border-t pt-3">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="t-note">{name}</dt>
          <dd className="m-0 text-[1.125rem] tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
