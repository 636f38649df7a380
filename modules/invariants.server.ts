/** Rules that must hold at any time. Each query returns the ids that violate the rule. */
export const invariants = {
  sums: {
    message: 'the totals of order % are wrong',
    query: `
      select o.id::text from orders o left join lateral (
        select sum(l.unit_npr * l.quantity) as npr, sum(l.unit_usd * l.quantity) as usd
        from order_lines l where l.order_id = o.id) as line on true
      where line.npr is null or o.total_npr <> line.npr + o.shipping_npr or o.total_usd <> line.usd + o.shipping_usd`,
  },
  history: {
    message: 'the transitions of order % do not lead to its status',
    query: `
      select o.id::text from orders o left join (
        select order_id, from_status, to_status, row_number() over step as place,
          lag(to_status) over step as previous, row_number() over (partition by order_id order by id desc) as from_end
        from order_transitions window step as (partition by order_id order by id)) as m on m.order_id = o.id
      group by o.id
      having count(m.order_id) = 0 or bool_or(m.from_status is distinct from m.previous)
        or bool_or(m.from_end = 1 and m.to_status <> o.status)`,
  },
  variants: {
    message: 'the stock of product % is not the total of its variants',
    query: `
      select p.id::text from products p join product_variants a on a.product_id = p.id
      group by p.id having p.stock <> sum(a.stock)`,
  },
  confirmations: {
    message: 'order % does not have exactly one confirmation email',
    // Deleting an account deletes its emails but not its orders.
    query: `
      select o.id::text from orders o left join emails m on m.subject = 'Your order ALP-' || o.number
      where o.user_id is not null group by o.id having count(m.id) <> 1`,
  },
} as const

type Invariant = { message: string; query: string }

/** Returns one message for each violation. */
export async function checkInvariant(
  rows: (query: string) => Promise<Record<string, unknown>[]>,
  { message, query }: Invariant,
): Promise<string[]> {
  return (await rows(query)).map(({ id }) => message.replace('%', String(id)))
}
