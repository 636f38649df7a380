import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { Piece, PieceAsked, PieceCount, SoldPiece } from './schema.ts'
import { lowerStock, raiseStock, readPieces } from './stock-repo.server.ts'

/** In the order in which they were asked for; nothing for a product that does not exist. */
export async function findPieces(db: Db, asked: PieceAsked[]): Promise<(Piece | undefined)[]> {
  return asked.length > 0 ? readPieces(db, asked) : []
}

export function isOnSale(piece: Piece | undefined): piece is Piece {
  return piece !== undefined && !piece.isArchived && piece.choiceFits
}

function nameOf({ name, attributeValue }: Pick<Piece, 'name' | 'attributeValue'>): string {
  return attributeValue ? `${name} (${attributeValue})` : name
}

/** Where a piece of a sale is short, says which and fails. */
export function refuseShortage(sold: SoldPiece[]): void {
  const refused = sold.filter(({ isTaken }) => !isTaken).map(({ piece }) => piece)
  if (refused.length > 0) throw shortage(refused)
}

/** Lowers the stock of every piece; where one is short, says which and fails. */
export async function takeStock(tx: Db, wanted: PieceCount[]): Promise<void> {
  refuseShortage(await lowerStock(tx, wanted))
}

function shortage(refused: Piece[]): ShopError {
  const details = refused.map((piece) =>
    piece.isArchived
      ? { code: 'Gone', description: `${nameOf(piece)} is no longer sold.` }
      : { code: 'OutOfStock', description: `${nameOf(piece)} is not in stock in this quantity.` },
  )
  const message = `${details.map(({ description }) => description).join(' ')} Nothing was ordered.`
  return new ShopError('conflict', message, { details })
}

/** Puts pieces back on the shelf. */
export async function returnStock(tx: Db, given: PieceCount[]): Promise<void> {
  if (given.length > 0) await raiseStock(tx, given)
}
