create table users (
  id uuid primary key,
  username text not null check (username !~ '@'),
  email text not null,
  password_hash text,
  role text not null default 'Customer' check (role in ('Customer', 'Staff', 'Admin')),
  name text not null,
  phone_number text,
  email_confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));

create table blogs (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  author text not null,
  date_posted date not null,
  tags text[] not null default '{}',
  excerpt text not null,
  body text not null,
  picture_id integer references pictures,
  picture_alt text not null default ''
);
create index blogs_newest on blogs (date_posted desc, id desc);

create table testimonials (
  id integer generated always as identity primary key,
  name text not null,
  title text not null,
  description text not null,
  picture_id integer references pictures,
  position smallint not null unique
);

create table faqs (
  id integer generated always as identity primary key,
  question text not null,
  answer text not null,
  position smallint not null unique
);

create trigger blogs_announce after insert or update or delete on blogs
  for each statement execute function raise_shop_version();
create trigger testimonials_announce after insert or update or delete on testimonials
  for each statement execute function raise_shop_version();
create trigger faqs_announce after insert or update or delete on faqs
  for each statement execute function raise_shop_version();

create table mails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  state text not null default 'queued' check (state in ('queued', 'kept', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_latest on mails (lower(to_address), id desc);

create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
