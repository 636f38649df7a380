import { type SQL, sql } from 'drizzle-orm'

/** A `Picture` as JSON, or null, from the table `pictures m`. */
export const pictureJson = (alt: SQL) => sql`
  case when m.id is not null then json_build_object('hash', m.hash, 'width', m.width, 'height', m.height,
    'color', m.color, 'widths', m.widths, 'alt', ${alt}::text) end`
