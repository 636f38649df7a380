import { sql } from 'drizzle-orm'

/** An address of the user as JSON; null if there is none. */
export const addressJson = ({ userId, addressId }: { userId: unknown; addressId: unknown }) => sql`(
  select json_build_object('country', country, 'state', state, 'city', city, 'streetAddress', street_address,
    'zipCode', zip_code, 'firstName', first_name, 'lastName', last_name, 'company', company, 'phone', phone,
    'email', email)
  from addresses where user_id = ${userId}::uuid and id = ${addressId}::uuid)`
