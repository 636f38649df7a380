-- A statement that waits for a lock still sees the rows of before. In a function each statement sees those of after, so
-- that one call can lock, look and write.

create function start_session(account uuid, hash text, checked_password text, max_idle interval, max_sessions int)
returns boolean language plpgsql as $$
begin
  perform from users where id = account and deactivated_at is null
    and (checked_password is null or password_hash = checked_password) for no key update;
  if not found then
    return false;
  end if;
  delete from sessions where used_at < now() - max_idle;
  delete from sessions where token_hash in (
    select token_hash from sessions where user_id = account
    order by used_at desc, created_at desc, token_hash offset max_sessions - 1);
  insert into sessions (token_hash, user_id) values (hash, account);
  return true;
end
$$;

-- Other changes of these addresses wait until the transaction ends.
create function lock_addresses(account uuid) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('addresses ' || account, 0));
  return (select count(*) from addresses where user_id = account);
end
$$;
