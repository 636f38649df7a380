import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { Amount, Currency } from '#shared/money.ts'
import { findDiscount, raiseUses, returnUse, takeUseAgain } from './repo.server.ts'
import { applyDiscount, codeNotValid, type DiscountableLine, ineligibility, unavailability } from './rules.ts'

function refused(code: 'invalid' | 'conflict', description: string, consequence = ''): ShopError {
  return new ShopError(code, `${description}${consequence}`, {
    details: [{ code: 'DiscountRefused', field: 'code', description }],
  })
}

/** Throws if this customer cannot use the code now, whatever is in the cart. */
export async function refuseUnusableCode(db: Db, userId: string, code: string, now = new Date()): Promise<void> {
  const discount = await findDiscount(db, code, userId)
  if (!discount || unavailability(discount, now)) throw refused('invalid', codeNotValid)
  const problem = ineligibility(discount)
  if (problem) throw refused('conflict', problem)
}

type Order = { userId: string; code: string; currency: Currency; lines: DiscountableLine[]; now: Date }

export type TakenDiscount = { id: number; code: string; amount: Amount }

/**
 * Takes one use of the code for an order, in the transaction of the order. The use is taken before it is checked: the
 * row stays locked, so of two orders that want the last use, the second one sees the first.
 */
export async function takeDiscount(tx: Db, { userId, code, currency, lines, now }: Order): Promise<TakenDiscount> {
  await raiseUses(tx, code)
  const raised = await findDiscount(tx, code, userId)
  const discount = raised && { ...raised, uses: raised.uses - 1 }
  const applied = applyDiscount(code, discount, lines, now)
  const problem = currency === 'NPR' ? applied.problemNpr : applied.problemUsd
  if (!discount || problem) throw refused('conflict', problem ?? codeNotValid, ' Nothing was ordered.')
  return { id: discount.id, code, amount: { npr: applied.npr, usd: applied.usd } }
}

/** After an order was canceled. */
export async function returnDiscountUse(tx: Db, discountId: number | null): Promise<void> {
  if (discountId !== null) await returnUse(tx, discountId)
}

/** After a cancellation was taken back. */
export async function takeDiscountUseAgain(
  tx: Db,
  { discountId, discountCode }: { discountId: number | null; discountCode: string | null },
): Promise<void> {
  if (discountId === null || (await takeUseAgain(tx, discountId))) return
  throw new ShopError(
    'conflict',
    `The code ${discountCode} has been used up by other orders. Raise its limit first, on the page Discounts. Nothing was changed.`,
  )
}
