-- Whether a password is older than the proof that the email address belongs to whoever set it.
alter table users add column password_set_at timestamptz;
update users set password_set_at = created_at where password_hash is not null;

-- Keys that every process of the shop signs with. Two random UUIDs are 244 random bits.
create table shop_secrets (
  name text primary key,
  value text not null check (length(value) >= 64)
);
insert into shop_secrets (name, value)
values ('device', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- Names typed in compatibility letters, such as full-width ones, become what people type when they sign in.
update users u set username = normalize(username, NFKC)
where username is not nfkc normalized and normalize(username, NFKC) !~ '@' and btrim(normalize(username, NFKC)) <> ''
  and not exists (
    select from users other where other.id <> u.id
      and lower(normalize(other.username, NFKC)) = lower(normalize(u.username, NFKC)));
