-- Every sale writes movements, so they are light to write: one index, as they are always read by their product, and no
-- foreign key, as a product is never deleted.
alter table stock_movements drop constraint stock_movements_product_id_fkey, drop constraint stock_movements_pkey,
  add primary key (product_id, id);
drop index stock_movements_product;
