import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import type { Courier, CourierChange } from './contract.ts'
import { findCourier, insertCourier, isNameTaken, readCouriers, updateCourier } from './repo.server.ts'

type StaffMember = { userId: string; name: string }

const subject = 'courier'
function nameTaken(name: string): ShopError {
  const description = `${name} is already in the list.`
  return new ShopError('conflict', description, { details: [{ code: 'Taken', field: 'name', description }] })
}

export const listCouriers = (db: Db): Promise<Courier[]> => readCouriers(db)

/** A courier that staff can choose. */
export async function readActiveCourier(db: Db, courierId: number): Promise<Courier> {
  const courier = await findCourier(db, courierId)
  if (!courier?.isActive)
    throw new ShopError('conflict', 'This courier is not in the list any more. Please choose another one.')
  return courier
}

export function addCourier(db: Db, actor: StaffMember, name: string): Promise<Courier[]> {
  return db.transaction(async (tx) => {
    const id = await insertCourier(tx, name)
    if (id === undefined) throw nameTaken(name)
    await recordChange(tx, actor, { action: 'added', subject, subjectId: name })
    return readCouriers(tx)
  })
}

export function changeCourier(db: Db, actor: StaffMember, id: number, change: CourierChange): Promise<Courier[]> {
  return db.transaction(async (tx) => {
    const before = await findCourier(tx, id)
    if (!before) throw new ShopError('notFound', 'There is no such courier.')
    if (await isNameTaken(tx, change.name, id)) throw nameTaken(change.name)
    if (!(await updateCourier(tx, id, change))) throw editConflict(await readCouriers(tx))
    const { name, isActive } = change
    await recordChange(tx, actor, {
      action: 'changed',
      subject,
      subjectId: before.name,
      before: { name: before.name, isActive: before.isActive },
      after: { name, isActive },
    })
    return readCouriers(tx)
  })
}
