create table sessions (
  token_hash text primary key check (length(token_hash) = 64),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_used on sessions (used_at);

create table account_tokens (
  token_hash text primary key check (length(token_hash) = 64),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('confirm-email', 'reset-password', 'sign-in')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_user on account_tokens (user_id, purpose);
create index account_tokens_expires on account_tokens (expires_at);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

create table openid_requests (
  browser_hash text primary key check (length(browser_hash) = 64),
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text,
  expires_at timestamptz not null
);
create index openid_requests_expires on openid_requests (expires_at);

create table addresses (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  country text not null,
  state text not null,
  city text not null,
  street_address text not null,
  zip_code text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  phone text not null default '',
  email text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index addresses_user on addresses (user_id, id);
create unique index addresses_default on addresses (user_id) where is_default;

alter table mails add column user_id uuid references users on delete cascade;
alter table mails add column confidential boolean not null default false;
create index mails_user on mails (user_id);
