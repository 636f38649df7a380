import { sql } from 'drizzle-orm'
import { changeContext } from '#api/change-context.ts'
import { staff } from '#modules/orders/changes.server.ts'
import { type TransitionRequest, transitionOrder } from '#modules/orders/transitions.server.ts'
import { readRows } from '#platform/db.server.ts'
import type { TestShop } from './shop.ts'

/** Adds the courier if it is new. */
export async function courierId({ db }: Pick<TestShop, 'db'>, name = 'Valley Riders'): Promise<number> {
  const [row] = await readRows<{ id: number }>(
    db,
    sql`insert into couriers (name) values (${name})
        on conflict (name_key) do update set is_active = true returning id`,
  )
  if (!row) throw new Error('The courier was not stored')
  return row.id
}

/** Changes the status as a staff member, without the API. */
export async function transitionAsStaff(
  shop: TestShop,
  userId: string,
  request: Pick<TransitionRequest, 'orderId' | 'to'>,
): Promise<void> {
  const context = await changeContext(shop)
  await shop.db.transaction((tx) => transitionOrder(tx, context, staff({ userId, name: 'Staff' }), request))
}
