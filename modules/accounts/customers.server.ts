import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { AccountContext } from './account-context.server.ts'
import { customerAccountEmail } from './email-templates.tsx'
import { createPasswordlessAccount } from './owner.server.ts'
import { sendLink } from './recovery.server.ts'
import { findUser, findUserByEmail, type User, updateUser } from './repo.server.ts'

export type CustomerAccount = { userId: string; email: string; emailConfirmed: boolean; name: string }

/** An account by its id, or by an email; without both, the order has no account. */
type CustomerReference = { userId: string } | { email: string; name: string; phone: string } | null

/** A person who is new gets an account without a password and a link to choose one. */
export async function findOrCreateCustomer(
  tx: Db,
  context: AccountContext,
  customer: CustomerReference,
): Promise<CustomerAccount | undefined> {
  if (!customer) return undefined
  if ('userId' in customer) {
    const user = await findUser(tx, customer.userId)
    if (!user) throw new ShopError('conflict', 'This customer account does not exist any more. Nothing was ordered.')
    return accountOf(user)
  }
  const { email, name, phone } = customer
  const existing = await findUserByEmail(tx, email)
  if (existing) return accountOf(existing)
  const user = await createPasswordlessAccount(tx, email, name)
  if (phone) await updateUser(tx, user.id, { phoneNumber: phone })
  await sendLink(tx, context, user, {
    token: 'reset-password',
    emailPurpose: 'staffOrder',
    template: customerAccountEmail,
    isNewCustomer: true,
  })
  return accountOf(user)
}

const accountOf = ({ id, email, name, emailConfirmedAt }: User): CustomerAccount => ({
  userId: id,
  email,
  name,
  emailConfirmed: emailConfirmedAt !== null,
})
