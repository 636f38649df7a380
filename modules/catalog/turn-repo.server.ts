import { eq, type SQL, sql } from 'drizzle-orm'
import { frameSize } from '#modules/media/turn.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { turnFrames } from './tables.server.ts'

/** The frames of the product `p`, each as this JSON of the picture `m`. */
export const turnJson = (frame: SQL) => sql`
  (select coalesce(json_agg(${frame} order by f.position), '[]')
   from turn_frames f join pictures m on m.id = f.picture_id where f.product_id = p.id)`

export async function insertTurn(tx: Db, productId: number, pictureIds: number[]): Promise<void> {
  const rows = pictureIds.map((pictureId, position) => ({ productId, position, pictureId }))
  if (rows.length > 0) await tx.insert(turnFrames).values(rows)
}

export async function replaceTurn(tx: Db, productId: number, pictureIds: number[]): Promise<void> {
  await tx.delete(turnFrames).where(eq(turnFrames.productId, productId))
  await insertTurn(tx, productId, pictureIds)
}

/** Other pictures have no file of the width of a frame. */
export async function countFrames(db: Db, pictureIds: number[]): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from pictures
        where id = any(${`{${pictureIds.join(',')}}`}::int[]) and widths = array[${sql.raw(String(frameSize.width))}]`,
  )
  return row?.count ?? 0
}
