-- Stock is left out below on purpose: an ordinary sale must not make every process forget its pages.
create trigger products_announce_rows after insert or delete or truncate on products
  for each statement execute function raise_shop_version();
create trigger products_announce_changes
  after update of slug, name, description, category_id, price_npr, price_usd, tags, tag_keys, colors, sizes, mineral,
    trade_name, origin_district, origin_place, altitude_m, weight_g, size_mm, treatment, archived_at
  on products for each statement execute function raise_shop_version();
create trigger products_announce_sold_out after update of stock on products
  for each row when ((old.stock = 0) <> (new.stock = 0)) execute function raise_shop_version();

create trigger images_announce after insert or update or delete on product_images
  for each statement execute function raise_shop_version();
create trigger related_announce after insert or update or delete on product_related
  for each statement execute function raise_shop_version();
create trigger reviews_announce after insert or update or delete on reviews
  for each statement execute function raise_shop_version();

create trigger attributes_announce_rows after insert or delete on product_attributes
  for each statement execute function raise_shop_version();
create trigger attributes_announce_changes after update of kind, value, position on product_attributes
  for each statement execute function raise_shop_version();
create trigger attributes_announce_sold_out after update of stock on product_attributes
  for each row when ((old.stock = 0) <> (new.stock = 0)) execute function raise_shop_version();
