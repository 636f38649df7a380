-- Events that were announced to the shop. A repeated job finds its event here and announces nothing.
create table notifications (
  event text not null check (event in ('order.placed', 'enquiry.received')),
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (event, subject_id)
);
create index notifications_created_at on notifications (created_at);

-- One row for each browser that shows notifications. It ends with the session that turned them on.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session text not null references sessions (token_hash) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session);

-- The newest deliveries, for the owner to see. The body is only in the job, because it holds the name of a customer.
create table webhook_deliveries (
  id uuid primary key,
  event text not null check (event in ('order.placed', 'enquiry.received', 'test')),
  subject text,
  status text not null default 'queued' check (status in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0,
  response_status integer,
  error text,
  created_at timestamptz not null default now(),
  attempted_at timestamptz
);
