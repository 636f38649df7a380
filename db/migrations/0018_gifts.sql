-- A gift: its packing slip shows no prices, and its note is for whoever opens the parcel.
alter table orders add column is_gift boolean not null default false;
