import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import * as repo from './repo.server.ts'
import type { AddressInput, WireAddress } from './schema.ts'

const mostAddresses = 20

export async function listAddresses(db: Db, userId: string): Promise<WireAddress[]> {
  return (await repo.listFor(db, userId)).map(onWire)
}

export async function readAddress(db: Db, userId: string, id: string): Promise<WireAddress> {
  return onWire(isId(id) ? await repo.findFor(db, userId, id) : undefined)
}

export async function addAddress(db: Db, userId: string, address: AddressInput): Promise<WireAddress> {
  return db.transaction(async (tx) => {
    await repo.lockBook(tx, userId)
    const stored = await repo.insert(tx, { ...filled(address), id: newId(), userId, most: mostAddresses })
    if (!stored) throw bookFull()
    return onWire(stored)
  })
}

/** What was not sent stays as it was. */
export async function changeAddress(db: Db, userId: string, id: string, address: AddressInput): Promise<WireAddress> {
  return onWire(isId(id) ? await repo.updateFor(db, userId, id, given(address)) : undefined)
}

export async function makeDefault(db: Db, userId: string, id: string): Promise<WireAddress> {
  return db.transaction(async (tx) => {
    await repo.lockBook(tx, userId)
    if (!isId(id) || !(await repo.findFor(tx, userId, id))) throw missing()
    await repo.unsetDefault(tx, userId)
    return onWire(await repo.updateFor(tx, userId, id, { isDefault: true }))
  })
}

export async function deleteAddress(db: Db, userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await repo.deleteFor(db, userId, id))) throw missing()
}

/** They go with the account, by their foreign key. */
export const addressRecords = {
  name: 'addresses',
  collect: (db: Db, { userId }: { userId: string }) => listAddresses(db, userId),
}

/** Only what an address is made of: a schema may know more. */
function given({ country, state, city, streetAddress, ...optional }: AddressInput) {
  const { zipCode, firstName, lastName, company, phone, email } = optional
  return { country, state, city, streetAddress, zipCode, firstName, lastName, company, phone, email }
}

/** What was left out of a new one is empty. */
function filled({ zipCode = '', firstName = '', lastName = '', company = '', phone = '', ...rest }: AddressInput) {
  const { country, state, city, streetAddress, email = '' } = rest
  return { country, state, city, streetAddress, zipCode, firstName, lastName, company, phone, email }
}

function onWire(address: repo.Address | undefined): WireAddress {
  if (!address) throw missing()
  const { id, isDefault, country, state, city, streetAddress } = address
  const { zipCode, firstName, lastName, company, phone, email } = address
  const required = { country, state, city, streetAddress }
  return { addressId: id, ...required, zipCode, firstName, lastName, company, phone, email, isDefault }
}

function missing(): ShopError {
  return new ShopError('notFound', 'There is no such address.')
}

function bookFull(): ShopError {
  const description = `An account can hold ${mostAddresses} addresses. Please delete one first.`
  return new ShopError('conflict', description, { details: [{ code: 'TooManyAddresses', description }] })
}
