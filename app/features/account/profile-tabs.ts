import { href } from 'react-router'

export const tabs = [
  { key: 'MyOrders', label: 'My Orders' },
  { key: 'AccountSettings', label: 'Account Settings' },
  { key: 'SavedItems', label: 'Saved Items' },
  { key: 'AddressSettings', label: 'Address' },
] as const

export type Tab = (typeof tabs)[number]

export function tabOf(search: string): Tab {
  const requestedKey = new URLSearchParams(search).get('tab')
  return tabs.find(({ key }) => key === requestedKey) ?? tabs[0]
}

export const tabUrl = (key: Tab['key']) => `${href('/profile')}?tab=${key}`
