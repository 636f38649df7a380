import { sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'

/** Frames of a turn without files. */
export function addFrames(db: Db, count: number): Promise<{ pictureId: number; hash: string }[]> {
  return readRows(
    db,
    sql`insert into pictures (hash, width, height, color, widths)
        select substr(md5(random()::text), 1, 24), 640, 800, '#edebe7', '{640}' from generate_series(1, ${count}::int)
        returning id as "pictureId", hash`,
  )
}
