-- Whether the identity named a contact without proof. One whose identifier somebody else has proved since counts too.
create or replace function is_claimed(d contact_identities) returns boolean
  language sql stable
  as $$
    select d.claimed or not d.verified and exists (
      select from contact_identities o
       where o.account_id = d.account_id and o.contact_id = d.contact_id and o.inbox_id = d.inbox_id and o.verified)
  $$;

-- Serialises messages from the same sender in an inbox, so that they keep their order and two first messages open one
-- conversation, and returns the identity. Its contact is locked too, so that it cannot be merged meanwhile.
create or replace function lock_identity(account bigint, inbox bigint, source text)
  returns table (id bigint, contact_id bigint, verified boolean, claimed boolean, blocked boolean)
  language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('identity:' || account || ':' || inbox || ':' || source, 0));
  loop
    return query
      select d.id, d.contact_id, d.verified, is_claimed(d), k.blocked
        from contact_identities d join contacts k on k.account_id = d.account_id and k.id = d.contact_id
       where d.account_id = account and d.inbox_id = inbox and d.source_id = source for no key update of k;
    exit when found;
    -- If the contact was merged during the wait, the one it was merged into is locked.
    perform from contact_identities d where d.account_id = account and d.inbox_id = inbox and d.source_id = source;
    exit when not found;
  end loop;
end $$;
