import { href, NavLink } from 'react-router'

/** Links between the pages of the settings. */
export function SettingsTabs() {
  return (
    <nav className="admin-tabs" aria-label="Settings">
      <NavLink to={href('/admin/settings')} end>
        General
      </NavLink>
      <NavLink to={href('/admin/settings/couriers')}>Couriers</NavLink>
    </nav>
  )
}
