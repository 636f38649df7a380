-- Volatile, so it reads with a snapshot of its own: a statement that waited for the lock of a product would otherwise
-- not see the variants that were added or removed meanwhile.
create function has_variants_now(product integer) returns boolean language plpgsql volatile as $$
begin
  return exists (select from product_variants a where a.product_id = product);
end
$$;
