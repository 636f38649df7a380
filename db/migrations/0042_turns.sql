-- The pictures of a product that is turned once round, in order; the first shows its front.
create table turn_frames (
  product_id integer not null references products on delete cascade,
  position smallint not null,
  picture_id integer not null references pictures,
  primary key (product_id, position)
);
create index turn_frames_picture on turn_frames (picture_id);
create trigger turn_frames_notify after insert or update or delete on turn_frames
  for each statement execute function increment_shop_version();
