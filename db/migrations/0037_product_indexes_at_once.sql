-- A change goes into these indexes at once. Otherwise changes wait in a list, and one of many writes, or a visitor's
-- search, empties it for all of them.
alter index products_tag_keys set (fastupdate = off);
alter index products_colors set (fastupdate = off);
alter index products_sizes set (fastupdate = off);
alter index products_search_vector set (fastupdate = off);
select gin_clean_pending_list('products_tag_keys'), gin_clean_pending_list('products_colors'),
  gin_clean_pending_list('products_sizes'), gin_clean_pending_list('products_search_vector');
