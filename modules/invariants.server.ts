/** What must be true of the shop's books at any moment. Each query finds the ids of what is wrong. */
export const books = {
  sums: {
    sentence: 'the sums of order % are wrong',
    query: `
      select o.id::text from orders o left join lateral (
        select sum(l.unit_npr * l.quantity) as npr, sum(l.unit_usd * l.quantity) as usd
        from order_lines l where l.order_id = o.id) as line on true
      where line.npr is null or o.total_npr <> line.npr + o.shipping_npr or o.total_usd <> line.usd + o.shipping_usd`,
  },
  history: {
    sentence: 'the history of order % does not lead to its state',
    query: `
      select o.id::text from orders o left join (
        select order_id, from_status, to_status, row_number() over step as place,
          lag(to_status) over step as previous, row_number() over (partition by order_id order by id desc) as from_end
        from order_moves window step as (partition by order_id order by id)) as m on m.order_id = o.id
      group by o.id
      having count(m.order_id) = 0 or bool_or(m.from_status is distinct from m.previous)
        or bool_or(m.from_end = 1 and m.to_status <> o.status)`,
  },
  choices: {
    sentence: 'product % has not the stock of its choices',
    query: `
      select p.id::text from products p join product_attributes a on a.product_id = p.id
      group by p.id having p.stock <> sum(a.stock)`,
  },
  confirmations: {
    sentence: 'order % has not exactly one confirmation',
    // The mails of an account go with it; its orders stay.
    query: `
      select o.id::text from orders o left join mails m on m.subject = 'Your order ALP-' || o.number
      where o.user_id is not null group by o.id having count(m.id) <> 1`,
  },
} as const

type Entry = { sentence: string; query: string }

/** One sentence for each thing that is wrong with this entry. */
export async function told(
  rows: (query: string) => Promise<Record<string, unknown>[]>,
  { sentence, query }: Entry,
): Promise<string[]> {
  return (await rows(query)).map(({ id }) => sentence.replace('%', String(id)))
}
