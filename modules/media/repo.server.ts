import { eq } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import { pictures } from './tables.server.ts'

export type StoredPicture = typeof pictures.$inferSelect

export async function findPicture(db: Db, hash: string): Promise<StoredPicture | undefined> {
  const [found] = await db.select().from(pictures).where(eq(pictures.hash, hash))
  return found
}

export async function insertPicture(db: Db, picture: typeof pictures.$inferInsert): Promise<StoredPicture> {
  const [stored] = await db
    .insert(pictures)
    .values(picture)
    .onConflictDoUpdate({ target: pictures.hash, set: { hash: picture.hash } })
    .returning()
  if (!stored) throw new Error('A picture was not stored')
  return stored
}
