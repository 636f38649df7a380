-- A mail that could not be delivered waits for somebody to send it again, or to set it aside.
alter table mails add column set_aside_at timestamptz;
drop index mails_failed;
create index mails_failed on mails (id desc) where state = 'failed' and set_aside_at is null;

-- Whoever is signed in when they write can be answered; what they wrote goes with their account.
alter table enquiries add column user_id uuid references users on delete cascade;
create index enquiries_user on enquiries (user_id);
create index enquiries_email on enquiries (lower(email));
