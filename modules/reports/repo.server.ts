import { type SQL, sql } from 'drizzle-orm'
import { stockBandOf } from '#modules/catalog/fragments.server.ts'
import { codesOf } from '#modules/orders/fragments.server.ts'
import { orderTasks } from '#modules/orders/statuses.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import { type Dashboard, maxTaskCount, type Sales } from './contract.ts'

const zone = sql.raw(`'${shopTimeZone}'`)
const today = sql`(now() at time zone ${zone})::date`
const countUpToLimit = (rows: SQL) =>
  sql`(select count(*)::int from (${rows} limit ${sql.raw(String(maxTaskCount))}) as waiting)`

const countTask = ({ name, task }: (typeof orderTasks)[number]) =>
  sql`${countUpToLimit(sql`select from orders where status in ${codesOf(name)}`)} as ${sql.identifier(task)}`

type OpenTasks = { [Task in keyof Dashboard['waiting']]: number } & { lowest: Dashboard['lowStock'] }

/** One statement. Products low in stock are read in the order of the index on their stock band. */
export async function readOpenTasks(db: Db, lowStock: number): Promise<OpenTasks> {
  const isLow = sql`archived_at is null and stock_band <= ${stockBandOf(lowStock)} and stock <= ${lowStock}`
  const lowestFirst = sql`order by stock_band, created_at desc, id desc`
  const [row] = await readRows<OpenTasks>(
    db,
    sql`select ${sql.join(orderTasks.map(countTask), sql`, `)},
          ${countUpToLimit(sql`select from products where ${isLow} ${lowestFirst}`)} as "lowStock",
          ${countUpToLimit(sql`select distinct lower(email) from stock_alerts where confirmed_at is not null and sent_at is null`)} as "stockAlerts",
          ${countUpToLimit(sql`select from enquiries where status = 'new'`)} as enquiries,
          ${countUpToLimit(sql`select from reviews where approved_at is null and refused_at is null`)} as reviews,
          ${countUpToLimit(sql`select from emails where status = 'failed' and set_aside_at is null`)} as "failedEmails",
          (select coalesce(json_agg(json_build_object('productId', id, 'name', name, 'stock', stock) order by stock, id),
                           '[]')
           from (select id, name, stock from products where ${isLow}
                 ${lowestFirst} limit 10) as low) as lowest`,
  )
  if (!row) throw new Error('The query for open tasks returned no row')
  return row
}

type Day = { day: string; orders: number; npr: number; usd: number }
type StoredSales = Pick<Sales, 'misses' | 'bestSellers'> & { days: Day[]; canceled: number; returned: number }

/** Sales of the last `dayCount` days in one statement, from the totals that are kept as orders change. */
export async function readSales(db: Db, dayCount: number): Promise<StoredSales> {
  const first = sql`(${today} - ${dayCount}::int + 1)`
  const [row] = await readRows<StoredSales>(
    db,
    sql`with by_day as materialized (
          select day, sum(orders)::int as orders, sum(canceled) as canceled, sum(returned) as returned,
            coalesce(sum(revenue) filter (where currency = 'NPR'), 0)::float8 as npr,
            coalesce(sum(revenue) filter (where currency = 'USD'), 0)::float8 as usd
          from sales_days where day >= ${first} group by day
        )
        select (select json_agg(json_build_object('day', d::date, 'orders', coalesce(b.orders, 0),
                  'npr', coalesce(b.npr, 0), 'usd', coalesce(b.usd, 0)) order by d)
                from generate_series(${first}, ${today}, interval '1 day') as d left join by_day b on b.day = d::date
               ) as days,
          (select coalesce(sum(canceled), 0)::int from by_day) as canceled,
          (select coalesce(sum(returned), 0)::int from by_day) as returned,
          (select coalesce(json_agg(m), '[]') from (
             select query, sum(count)::int as count from search_misses where day >= ${first}
             group by query order by 2 desc, 1 limit 10) as m) as misses,
          (select coalesce(json_agg(json_build_object('productId', s.product_id, 'name', p.name,
                    'soldCount', s.quantity) order by s.quantity desc, s.product_id), '[]')
           from (select product_id, sum(quantity)::int as quantity from sales_day_products where day >= ${first}
                 group by product_id having sum(quantity) > 0 order by 2 desc, 1 limit 10) as s
           join products p on p.id = s.product_id) as "bestSellers"`,
  )
  if (!row) throw new Error('The query for sales returned no row')
  return row
}

const maxMissesPerDay = 1000
const missRetentionDays = 100

/** Counts a search without results for today and deletes expired days. */
export async function countSearchMiss(db: Db, query: string): Promise<void> {
  await db.execute(
    sql`with gone as (delete from search_misses where day < ${today} - ${missRetentionDays}::int)
        insert into search_misses (day, query)
        select ${today}, ${query}
        where (select count(*) from search_misses where day = ${today}) < ${maxMissesPerDay}
        on conflict (day, query) do update set count = search_misses.count + 1`,
  )
}
