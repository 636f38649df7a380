import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import type { AddressInput, WireAddress } from './contract.ts'
import * as repo from './repo.server.ts'

const maxAddresses = 20

export async function listAddresses(db: Db, userId: string): Promise<WireAddress[]> {
  return (await repo.listFor(db, userId)).map(toWireOrThrow)
}

export async function readAddress(db: Db, userId: string, id: string): Promise<WireAddress> {
  return toWireOrThrow(isId(id) ? await repo.findFor(db, userId, id) : undefined)
}

export async function addAddress(db: Db, userId: string, address: AddressInput): Promise<WireAddress> {
  const stored = await repo.insert(db, { ...withEmptyFields(address), id: newId(), userId, max: maxAddresses })
  if (!stored) throw tooManyAddresses()
  return toWireOrThrow(stored)
}

/** Fields that are not sent stay unchanged. */
export async function changeAddress(db: Db, userId: string, id: string, address: AddressInput): Promise<WireAddress> {
  return toWireOrThrow(isId(id) ? await repo.updateFor(db, userId, id, addressColumns(address)) : undefined)
}

export async function makeDefault(db: Db, userId: string, id: string): Promise<WireAddress> {
  return db.transaction(async (tx) => {
    await repo.lockAddresses(tx, userId)
    if (!isId(id) || !(await repo.findFor(tx, userId, id))) throw addressNotFound()
    await repo.unsetDefault(tx, userId)
    return toWireOrThrow(await repo.updateFor(tx, userId, id, { isDefault: true }))
  })
}

export async function deleteAddress(db: Db, userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await repo.deleteFor(db, userId, id))) throw addressNotFound()
}

/** Deleted with the account by foreign key. */
export const addressRecords = {
  name: 'addresses',
  collect: (db: Db, { userId }: { userId: string }) => listAddresses(db, userId),
}

/** Picks the columns of an address; the input can have more fields. */
function addressColumns({ country, state, city, streetAddress, ...optional }: AddressInput) {
  const { zipCode, firstName, lastName, company, phone, email } = optional
  return { country, state, city, streetAddress, zipCode, firstName, lastName, company, phone, email }
}

/** Fields missing in a new address are stored as ''. */
function withEmptyFields({
  zipCode = '',
  firstName = '',
  lastName = '',
  company = '',
  phone = '',
  ...rest
}: AddressInput) {
  const { country, state, city, streetAddress, email = '' } = rest
  return { country, state, city, streetAddress, zipCode, firstName, lastName, company, phone, email }
}

function toWireOrThrow(address: repo.Address | undefined): WireAddress {
  if (!address) throw addressNotFound()
  const { id, isDefault, country, state, city, streetAddress } = address
  const { zipCode, firstName, lastName, company, phone, email } = address
  const required = { country, state, city, streetAddress }
  return { addressId: id, ...required, zipCode, firstName, lastName, company, phone, email, isDefault }
}

export function addressNotFound(): ShopError {
  return new ShopError('notFound', 'There is no such address.')
}

function tooManyAddresses(): ShopError {
  const description = `An account can hold ${maxAddresses} addresses. Please delete one first.`
  return new ShopError('conflict', description, { details: [{ code: 'TooManyAddresses', description }] })
}
