import { href, NavLink } from 'react-router'
import { TabList } from '#app/features/admin/tabs.tsx'

/** Links between the pages of the settings. */
export function SettingsTabs() {
  return (
    <TabList label="Settings">
      <NavLink to={href('/admin/settings')} end>
        General
      </NavLink>
      <NavLink to={href('/admin/settings/couriers')}>Couriers</NavLink>
    </TabList>
  )
}
