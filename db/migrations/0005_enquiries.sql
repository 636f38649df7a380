create table enquiries (
  id uuid primary key,
  kind text not null check (kind in ('contact', 'bulk')),
  name text not null,
  email text,
  phone_number text,
  message text not null,
  state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  created_at timestamptz not null default now()
);
create index enquiries_newest on enquiries (id desc);
