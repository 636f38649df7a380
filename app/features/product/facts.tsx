import { href, Link } from 'react-router'
import { AltitudeLine } from './altitude-line.tsx'
import type { FactRow } from './fact-rows.ts'

const factLink = 'underline decoration-1 decoration-edge underline-offset-4 hover:decoration-ink'

export function Facts({ rows }: { rows: FactRow[] }) {
  return (
    <>
      <dl className="rule m-0 mt-8">
        {rows.map(({ label, text, altitude, anchor }) => (
          <div key={label} className="grid grid-cols-[8rem_1fr] border-rule border-b py-3">
            <dt className="text-granite">{label}</dt>
            <dd className="m-0">
              {anchor ? (
                <Link className={factLink} to={`${href('/facts')}#${anchor}`}>
                  {text}
                </Link>
              ) : (
                text
              )}
              {altitude && <AltitudeLine {...altitude} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className="m-0">
        <Link className={`${factLink} t-note inline-flex min-h-target items-center`} to={href('/facts')}>
          What these facts mean
        </Link>
      </p>
    </>
  )
}
