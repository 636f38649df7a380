import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'

type Change = WireAdminOrder['activity'][number]

const titles: Record<Exclude<Change['kind'], 'status'>, string> = {
  edited: 'Changed',
  shipment: 'Shipment changed',
  returned: 'Products returned',
  payment: 'Payment recorded',
  corrected: 'Change taken back',
}

export function changeTitle({ kind, after }: Change): string {
  return kind === 'status' ? String(after.status) : titles[kind]
}
