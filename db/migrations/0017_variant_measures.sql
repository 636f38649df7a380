-- What a variant measures: "45–60 mm" of Small, "52 mm inside, US 6" of a ring.
alter table product_attributes add column measure text not null default '' check (length(measure) <= 60);

drop trigger attributes_announce_changes on product_attributes;
create trigger attributes_announce_changes after update of kind, value, measure, position on product_attributes
  for each statement execute function raise_shop_version();
