import { AltitudeLine } from './altitude-line.tsx'
import type { FactRow } from './fact-rows.ts'

export function Facts({ rows }: { rows: FactRow[] }) {
  return (
    <dl className="rule m-0 mt-8">
      {rows.map(({ label, text, altitudeM }) => (
        <div key={label} className="grid grid-cols-[8rem_1fr] border-rule border-b py-3">
          <dt className="text-granite">{label}</dt>
          <dd className="m-0">
            {text}
            {altitudeM !== undefined && <AltitudeLine altitudeM={altitudeM} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
