import { useRouteLoaderData } from 'react-router'
import type { WireStaffMember } from '#modules/accounts/admin-contract.ts'
import { can, type Right } from '#shared/rights.ts'

/** Whether the signed-in staff member has a right. What the role may not use is not shown. */
export function useCan(right: Right): boolean {
  const member = useRouteLoaderData<WireStaffMember>('layouts/admin')
  return member !== undefined && can(member.role, right)
}
