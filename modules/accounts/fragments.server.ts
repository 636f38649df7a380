import { type SQL, sql } from 'drizzle-orm'
import {
  emailStartsWith,
  idsMatching,
  nameContains,
  nameStartsWith,
  phoneStartsWith,
  type SearchConditions,
} from '#platform/search.server.ts'
import type { SearchText } from '#shared/search-text.ts'

/** Which accounts a search finds; the phone numbers in their address books count too. */
export function accountConditions({ name, email, phone, inner }: SearchText): SearchConditions {
  return {
    starts: [
      ...(name ? [nameStartsWith(sql`name_key`, name), nameStartsWith(sql`last_name_key`, name)] : []),
      ...(email ? [emailStartsWith(sql`email`, email)] : []),
      ...(phone
        ? [
            phoneStartsWith(sql`phone_key`, phone),
            sql`id in (select user_id from addresses where ${phoneStartsWith(sql`phone_key`, phone).matches})`,
          ]
        : []),
    ],
    contains: inner
      ? nameContains(sql`(name_key || ' ' || lower(email) || ' ' || coalesce(phone_key, ''))`, inner)
      : undefined,
  }
}

/** The phone number of the account, or else of its default address. */
export const phoneOf = (account: SQL): SQL => sql`
  coalesce(nullif(${account}.phone_number, ''), (
    select nullif(a.phone, '') from addresses a where a.user_id = ${account}.id order by a.is_default desc, a.id limit 1))`

/** Other tables are searched through at most this many accounts. */
const maxAccounts = 50

/** The ids of the newest accounts that start with the text. */
export const accountIds = (text: Pick<SearchText, 'name' | 'email'>): SQL =>
  idsMatching('users', accountConditions(text).starts, { offset: 0, limit: maxAccounts })

const maxSessionAge = sql`interval '30 days'`
export const maxIdleTime = sql`interval '7 days'`

/** For a statement that reads the table `sessions`. */
export const isLiveSession = sql`sessions.used_at > now() - ${maxIdleTime}
  and sessions.created_at > now() - ${maxSessionAge}`
