-- An invited person gets the role when they accept the invitation.
alter table users add column invited_role text check (invited_role in ('Packer', 'Manager', 'Owner'));
create index users_invited on users (id) where invited_role is not null;
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('confirm-email', 'reset-password', 'sign-in', 'join'));

-- Invitations that are not accepted yet.
update users u set invited_role = role, role = 'Customer'
  where role <> 'Customer' and password_hash is null
    and not exists (select from sessions s where s.user_id = u.id)
    and not exists (select from identities i where i.user_id = u.id);
update account_tokens t set purpose = 'join' from users u
  where u.id = t.user_id and u.invited_role is not null and t.purpose = 'reset-password';

-- A draft is read by whoever has its link.
alter table blogs add column share_token text unique check (length(share_token) = 43);
