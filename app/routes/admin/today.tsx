import { href, Link, useRouteLoaderData } from 'react-router'
import type { Member } from './frame.tsx'
import { officePlaces } from './places.ts'
import { OfficeHead } from './ui/head.tsx'

export default function Today() {
  const member = useRouteLoaderData<Member>('routes/admin/frame')
  const places = officePlaces
    .flat()
    .filter(({ to, adminOnly }) => to !== href('/admin') && (!adminOnly || member?.role === 'Admin'))
  return (
    <>
      <OfficeHead title="Today" />
      <ul className="office-doors">
        {places.map(({ title, to }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
