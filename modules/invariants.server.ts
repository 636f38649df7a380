/** Rules that must hold at any time. Each query returns the ids that violate the rule. */
export const invariants = {
  sums: {
    message: 'the totals of order % are wrong',
    query: `
      select o.id::text from orders o left join lateral (
        select sum(l.unit_npr * l.quantity) as npr, sum(l.unit_usd * l.quantity) as usd
        from order_lines l where l.order_id = o.id) as line on true
      where line.npr is null or o.total_npr <> line.npr - o.discount_npr + o.shipping_npr
        or o.total_usd <> line.usd - o.discount_usd + o.shipping_usd`,
  },
  discounts: {
    message: 'the discount of order % is more than its products cost',
    query: `
      select o.id::text from orders o where o.discount_npr > (
          select sum(l.unit_npr * l.quantity) from order_lines l where l.order_id = o.id)
        or o.discount_usd > (select sum(l.unit_usd * l.quantity) from order_lines l where l.order_id = o.id)`,
  },
  discountUses: {
    message: 'the uses of discount % are not those of its orders',
    query: `
      select d.id::text from discounts d left join orders o on o.discount_id = d.id and o.status <> 4
      group by d.id having d.uses <> count(o.id)`,
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
  movements: {
    message: 'the stock of product % is not the sum of its movements',
    query: `
      select distinct product_id::text as id from (
        select p.id as product_id, coalesce(a.id, 0) as variant, coalesce(a.stock, p.stock) as stock
        from products p left join product_variants a on a.product_id = p.id) as item
      full join (
        select product_id, coalesce(variant_id, 0) as variant, sum(quantity) as quantity
        from stock_movements group by 1, 2) as moved using (product_id, variant)
      where coalesce(stock, 0) <> coalesce(quantity, 0)`,
  },
  prices: {
    message: 'the lowest price of product % is not that of its variants',
    query: `
      select p.id::text from products p left join product_variants a on a.product_id = p.id
      group by p.id
      having p.from_npr <> min(current_price(p.is_sale_active, a.sale_npr, a.price_npr, p.sale_npr, p.price_npr))
        or p.from_usd <> min(current_price(p.is_sale_active, a.sale_usd, a.price_usd, p.sale_usd, p.price_usd))`,
  },
  lists: {
    message: 'product % is in other lists than its tags say',
    query: `
      select distinct coalesce(tagged.id, c.product_id)::text as id
      from (select p.id, l.name from curated_lists l join products p on p.tag_keys @> array[l.name]) as tagged
      full join curated_products c on c.product_id = tagged.id and c.list = tagged.name
      where tagged.id is null or c.product_id is null`,
  },
  confirmations: {
    message: 'order % does not have exactly one confirmation email',
    // Deleting an account deletes its emails but not its orders.
    query: `
      select o.id::text from orders o left join emails m on m.subject = 'Your order ALP-' || o.number
      where o.user_id is not null group by o.id having count(m.id) <> 1`,
  },
  cash: {
    message: 'the amounts of order % are not those of its cash entries',
    query: `
      select o.id::text from orders o left join lateral (
        select coalesce(sum(e.amount) filter (where e.kind in ('collected', 'deposit')), 0) as paid,
          coalesce(sum(e.amount) filter (where e.kind = 'refunded'), 0) as refunded,
          coalesce(sum(e.amount) filter (where e.kind = 'written off' and e.courier_id is null), 0) as written_off,
          coalesce(sum(case when e.kind = 'collected' then e.amount
            when e.kind in ('handed over', 'written off') then -e.amount else 0 end)
            filter (where e.courier_id is not null), 0) as with_courier,
          count(*) filter (where e.currency <> o.currency) as other_currency
        from cash_entries e where e.order_id = o.id) as e on true
      where o.paid <> e.paid or o.refunded <> e.refunded or o.written_off <> e.written_off
        or o.with_courier <> e.with_courier or e.other_currency > 0`,
  },
  couriers: {
    message: 'courier % handed over more than it collected of an order',
    query: `
      select distinct e.courier_id::text as id from cash_entries e where e.courier_id is not null
      group by e.order_id, e.courier_id
      having sum(case e.kind when 'collected' then e.amount else -e.amount end) < 0`,
  },
  cashDays: {
    message: 'cash entry % belongs to a day before it was made',
    query: `
      select id::text from cash_entries where day < (at at time zone 'Asia/Kathmandu')::date`,
  },
  returns: {
    message: 'the returned amount of order % is not that of its returned products',
    query: `
      select o.id::text from orders o join lateral (
        select sum(l.returned * u.unit) as returned, sum(l.quantity * u.unit) as subtotal,
          bool_and(l.returned = l.quantity) as is_all
        from order_lines l, lateral (
          select case o.currency when 'NPR' then l.unit_npr else l.unit_usd end as unit) as u
        where l.order_id = o.id) as line on true, lateral (
        select case o.currency when 'NPR' then o.shipping_npr else o.shipping_usd end as shipping,
          case o.currency when 'NPR' then o.discount_npr else o.discount_usd end as discount) as fee, lateral (
        select line.returned - case when line.subtotal = 0 then 0
          else div(fee.discount::numeric * line.returned, line.subtotal) end as value) as products
      where not (o.returned_amount = products.value
          or (line.is_all and o.returned_amount = products.value + fee.shipping))
        or (line.is_all <> (o.status = 5) and line.returned > 0)`,
  },
  certificates: {
    message: 'the certificates of order % are not those of its units',
    // Orders placed before certificates existed have none.
    query: `
      with units as (
        select l.order_id, l.position, unit, case when o.status = 4 then 'withdrawn'
          when unit > l.quantity - l.returned then 'returned' else 'valid' end as state
        from order_lines l join orders o on o.id = l.order_id, generate_series(1, l.quantity) as unit
        where exists (select from certificates c where c.order_id = o.id))
      select distinct order_id::text as id
      from units full join (select * from certificates where state <> 'replaced') c using (order_id, position, unit)
      where c.state is distinct from coalesce(units.state, 'withdrawn')`,
  },
  sales: {
    message: 'the sales of % are not those of its orders',
    query: `
      with counted as (
        select (o.placed_at at time zone 'Asia/Kathmandu')::date as day, o.currency,
          count(*) filter (where o.status in (1, 2, 3)) as orders,
          coalesce(sum(case o.currency when 'NPR' then o.total_npr else o.total_usd end - o.returned_amount)
            filter (where o.status in (1, 2, 3, 5)), 0) as revenue,
          count(*) filter (where o.status = 4) as canceled, count(*) filter (where o.status = 5) as returned
        from orders o where o.status <> 0 group by 1, 2)
      select day::text || ' ' || currency as id from counted c full join sales_days s using (day, currency)
      where coalesce(c.orders, 0) <> coalesce(s.orders, 0) or coalesce(c.revenue, 0) <> coalesce(s.revenue, 0)
        or coalesce(c.canceled, 0) <> coalesce(s.canceled, 0) or coalesce(c.returned, 0) <> coalesce(s.returned, 0)`,
  },
  productSales: {
    message: 'the sales of product % are not those of its order lines',
    query: `
      with counted as (
        select (o.placed_at at time zone 'Asia/Kathmandu')::date as day, o.currency, l.product_id,
          sum(l.quantity - l.returned) as quantity,
          sum((l.quantity - l.returned) * case o.currency when 'NPR' then l.unit_npr else l.unit_usd end) as revenue
        from orders o join order_lines l on l.order_id = o.id where o.status in (1, 2, 3) group by 1, 2, 3)
      select product_id::text as id from counted c full join sales_day_products s using (day, currency, product_id)
      where coalesce(c.quantity, 0) <> coalesce(s.quantity, 0) or coalesce(c.revenue, 0) <> coalesce(s.revenue, 0)`,
  },
  invoiceNumbers: {
    message: 'the invoice numbers of % have gaps',
    query: `
      select n.kind || ' ' || n.fiscal_year as id from invoice_numbers n
      left join invoices i on i.kind = n.kind and i.fiscal_year = n.fiscal_year
      group by n.kind, n.fiscal_year, n.last having count(i.id) <> n.last or max(i.number) <> n.last`,
  },
  invoices: {
    message: 'the invoices of order % do not add up to what was sold',
    // An order that was taken back keeps its invoice until it ships again, changes or is canceled.
    query: `
      select o.id::text from orders o join invoices i on i.order_id = o.id
      group by o.id having
        case when o.status in (2, 3, 5)
          then sum(case i.kind when 'invoice' then i.total else -i.total end)
            <> case o.currency when 'NPR' then o.total_npr else o.total_usd end - o.returned_amount
        else o.status = 4 and sum(case i.kind when 'invoice' then i.total else -i.total end) <> 0 end`,
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
