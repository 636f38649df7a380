import { integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'

export const wishlists = pgTable('wishlists', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
})

export const wishlistProducts = pgTable(
  'wishlist_products',
  {
    wishlistId: uuid('wishlist_id').notNull(),
    productId: integer('product_id').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.wishlistId, table.productId] })],
)
