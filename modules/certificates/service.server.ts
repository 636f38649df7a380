import type { Db } from '#platform/db.server.ts'
import type { Limits, Origin } from '#platform/limits.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newCode, parseCode } from './code.ts'
import type { Certificate } from './contract.ts'
import { copyCertificate, findCertificate, insertForOrder, setState, setStates } from './repo.server.ts'
import type { CertificateState, OrderCertificate } from './states.ts'
import { certificateOnWire } from './wire.ts'

type CertifiedLine = { position: number; quantity: number; returned: number }

export type CertifiedOrder = {
  id: string
  placedAt: string
  lines: CertifiedLine[]
  certificates: OrderCertificate[]
}

const unitKey = ({ position, unit }: Pick<OrderCertificate, 'position' | 'unit'>) => `${position} ${unit}`

/** A certificate for each unit that has none. */
export function newCertificates(lines: CertifiedLine[], existing: OrderCertificate[] = []): OrderCertificate[] {
  const certified = new Set(existing.map(unitKey))
  return lines.flatMap(({ position, quantity }) =>
    Array.from({ length: quantity }, (_, index) => ({ position, unit: index + 1 }))
      .filter((unit) => !certified.has(unitKey(unit)))
      .map((unit) => ({ code: newCode(), ...unit, state: 'valid' as const })),
  )
}

/** Of a line of which some units came back, those with the highest numbers are returned. */
function stateOf({ position, unit }: OrderCertificate, lines: CertifiedLine[]): CertificateState {
  const line = lines.find((candidate) => candidate.position === position)
  if (!line || unit > line.quantity) return 'withdrawn'
  return unit > line.quantity - line.returned ? 'returned' : 'valid'
}

/**
 * Brings the certificates in step with the units that are sold, and returns them. An order without certificates was
 * placed before they existed and gets none: nobody knows the facts of that time. The caller has locked the order.
 */
export async function updateCertificates(
  tx: Db,
  order: CertifiedOrder,
  { isCanceled }: { isCanceled: boolean },
  at: Date,
): Promise<OrderCertificate[]> {
  const { id: orderId, placedAt: soldAt, lines, certificates } = order
  if (certificates.length === 0) return []
  const sold = isCanceled ? [] : lines
  const states = certificates.map((certificate) => ({ ...certificate, state: stateOf(certificate, sold) }))
  const changed = states.filter(({ state }, index) => state !== certificates[index]?.state)
  const added = newCertificates(sold, certificates)
  if (changed.length > 0) await setStates(tx, changed, at)
  if (added.length > 0) await insertForOrder(tx, { orderId, soldAt, certificates: added, lines })
  return [...states, ...added].toSorted((a, b) => a.position - b.position || a.unit - b.unit)
}

/** Issues a new code for the unit and returns it. */
export async function replaceCertificate(tx: Db, code: string, at: Date): Promise<string> {
  const replacement = newCode()
  await setState(tx, code, 'replaced', at)
  await copyCertificate(tx, code, replacement, at)
  return replacement
}

/** Makes a replaced certificate valid again, instead of the one that replaced it. */
export async function restoreCertificate(
  tx: Db,
  { code, replacement }: { code: string; replacement: string },
  at: Date,
): Promise<void> {
  await setState(tx, replacement, 'replaced', at)
  await setState(tx, code, 'valid', at)
}

const unknownCode = () => new ShopError('notFound', 'There is no certificate with this code.')

/** A mistyped code is known by its check character, without the database. Each unknown code spends the limit. */
export async function readCertificate(
  { db, limits }: { db: Db; limits: Limits },
  origin: Partial<Origin>,
  typed: string,
): Promise<Certificate> {
  const code = parseCode(typed)
  if (code === undefined) throw unknownCode()
  await limits.spend('certificate', origin)
  const found = await findCertificate(db, code)
  if (!found) throw unknownCode()
  await limits.refund('certificate', origin)
  return certificateOnWire(found)
}
