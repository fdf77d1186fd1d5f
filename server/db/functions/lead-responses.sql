-- Computes how these leads were answered. Only messages between customers and agents count: no notes, programs, rules or
-- campaigns.
create or replace function refresh_lead_responses(account bigint, lead_ids bigint[]) returns void
  language sql
  as $$
    with found as (
      select l.account_id, l.id as lead_id, c.id as conversation_id, c.met_at, s.started_at, r.replied_at, r.replied_by,
             floor(extract(epoch from r.replied_at - s.started_at))::integer as seconds, n.customer_replied_at
        from leads l
       -- The contact's conversation with the latest message in the 30 days before the lead; else the first one written in after it.
       cross join lateral (
         select k.id, coalesce(before.at, later.at) as met_at
           from conversations k
           left join lateral (
             select m.created_at as at from messages m
              where m.account_id = k.account_id and m.conversation_id = k.id and not m.private
                and (m.direction = 'incoming' or m.author_type = 'agent')
                and m.created_at >= l.created_at - interval '720 hours' and m.created_at <= l.created_at
              order by m.created_at desc, m.id desc limit 1) before on true
           left join lateral (
             select m.created_at as at from messages m
              where m.account_id = k.account_id and m.conversation_id = k.id and not m.private
                and (m.direction = 'incoming' or m.author_type = 'agent') and m.created_at > l.created_at
              order by m.created_at, m.id limit 1) later on before.at is null
          where k.account_id = l.account_id and k.contact_id = l.contact_id and coalesce(before.at, later.at) is not null
          order by before.at desc nulls last, later.at, k.id limit 1) c
       -- The clock starts with the customer's first message, if it was sent at most 24 hours before the lead and after more than
       -- 24 hours of silence; else with the lead.
       cross join lateral (
         select case when first.at is null or exists (
                  select from messages m
                   where m.account_id = l.account_id and m.conversation_id = c.id and not m.private and m.direction = 'incoming'
                     and m.created_at >= first.at - interval '24 hours' and m.created_at < first.at)
                then l.created_at else first.at end as started_at
           from (select min(m.created_at) as at from messages m
                  where m.account_id = l.account_id and m.conversation_id = c.id and not m.private and m.direction = 'incoming'
                    and m.created_at >= l.created_at - interval '24 hours' and m.created_at <= l.created_at) first) s
        left join lateral (
          select m.created_at as replied_at, m.author_id as replied_by from messages m
           where m.account_id = l.account_id and m.conversation_id = c.id and not m.private and m.direction = 'outgoing'
             and m.author_type = 'agent' and m.created_at >= s.started_at
           order by m.created_at, m.id limit 1) r on true
        -- The customer's next message, in any conversation.
        left join lateral (
          select min(next.at) as customer_replied_at
            from conversations k
           cross join lateral (
             select m.created_at as at from messages m
              where m.account_id = k.account_id and m.conversation_id = k.id and not m.private and m.direction = 'incoming'
                and m.created_at > r.replied_at
              order by m.created_at, m.id limit 1) next
           where k.account_id = l.account_id and k.contact_id = l.contact_id) n on r.replied_at is not null
       where l.account_id = account and l.id = any(lead_ids)
    ), removed as (
      delete from lead_responses t
       where t.account_id = account and t.lead_id = any(lead_ids) and not exists (select from found f where f.lead_id = t.lead_id)
    )
    insert into lead_responses as t (account_id, lead_id, conversation_id, met_at, started_at, replied_at, replied_by, seconds, customer_replied_at)
    select f.account_id, f.lead_id, f.conversation_id, f.met_at, f.started_at, f.replied_at, f.replied_by, f.seconds, f.customer_replied_at from found f
        on conflict (account_id, lead_id) do update
       set conversation_id = excluded.conversation_id, met_at = excluded.met_at, started_at = excluded.started_at, replied_at = excluded.replied_at,
           replied_by = excluded.replied_by, seconds = excluded.seconds, customer_replied_at = excluded.customer_replied_at
     where t is distinct from excluded
  $$;

-- Serialises changes to the leads and messages of a contact, so that each sees the ones before it.
create or replace function lock_lead_responses(account bigint, contacts_of bigint[]) returns void
  language plpgsql
  as $$
declare
  contact bigint;
begin
  -- Locked in order, so that two transactions cannot deadlock.
  for contact in select distinct id from unnest(contacts_of) id where id is not null order by id loop
    perform pg_advisory_xact_lock(hashtextextended('lead_responses:' || account || ':' || contact, 0));
  end loop;
end $$;

-- Called after one lead was created or got another contact, or after contacts took over conversations: then for all their
-- leads.
create or replace function record_lead_responses(account bigint, contacts_of bigint[], lead bigint default null) returns void
  language plpgsql
  as $$
begin
  perform lock_lead_responses(account, contacts_of);
  perform refresh_lead_responses(account, case when lead is not null then array[lead] else
    array(select l.id from leads l where l.account_id = account and l.contact_id = any(contacts_of)) end);
end $$;

-- Called after the customer or an agent wrote. Settled answers stay: a first message changes only by one dated before it.
create or replace function refresh_contact_lead_responses(account bigint, contact bigint, moment timestamptz, incoming boolean) returns void
  language plpgsql
  as $$
declare
  unsettled bigint[];
begin
  perform lock_lead_responses(account, array[contact]);
  select array_agg(l.id) into unsettled
    from leads l
    left join lead_responses r on r.account_id = l.account_id and r.lead_id = l.id
   where l.account_id = account and l.contact_id = contact
     and (r.lead_id is null
          or moment <= greatest(l.created_at, r.met_at, r.replied_at, r.customer_replied_at)
          or case when r.replied_at is null then not incoming else incoming and r.customer_replied_at is null end);
  if unsettled is not null then perform refresh_lead_responses(account, unsettled); end if;
end $$;
