-- URLs that a product had before. They redirect to its present one.
create table old_slugs (
  slug text primary key,
  product_id integer not null references products (id) on delete cascade
);
create index old_slugs_product on old_slugs (product_id);

-- The demo answer about shipping follows the settings.
update faqs set answer = replace(replace(answer, 'Rs 100', '{shippingFee}'), 'USD 40', '{shippingFeeInUSD}')
  where answer like 'There is one flat fee for each order: Rs 100 if you buy in rupees, or USD 40 if %';
