-- How soon somebody answered a lead. What follows from conversations is kept beside the lead, narrow, so that a report reads
-- no messages; by one definition it is read anew whenever something is said or changed that could make it another.

create table lead_responses (
  account_id bigint not null,
  lead_id bigint not null,
  -- In which conversation, and by which message it is that one. Without a conversation there is no row.
  conversation_id bigint not null,
  met_at timestamptz(3) not null,
  -- Since when an answer was awaited; the first a person gave, who and after how long; and what the customer wrote next.
  started_at timestamptz(3) not null,
  replied_at timestamptz(3),
  replied_by bigint,
  seconds integer,
  customer_replied_at timestamptz(3),
  primary key (account_id, lead_id),
  foreign key (account_id, lead_id) references leads on delete cascade,
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  check ((replied_at is null) = (seconds is null)),
  check (replied_at >= started_at and customer_replied_at > replied_at)
);
create index lead_responses_conversation on lead_responses (account_id, conversation_id);


-- What became of these leads. Only what customers and people write to each other counts: no notes, no programs, rules or campaigns.
create function refresh_lead_responses(account bigint, lead_ids bigint[]) returns void
  language sql
  as $$
    with found as (
      select l.account_id, l.id as lead_id, c.id as conversation_id, c.met_at, s.started_at, r.replied_at, r.replied_by,
             floor(extract(epoch from r.replied_at - s.started_at))::integer as seconds, n.customer_replied_at
        from leads l
       -- The conversation of its contact in which was last written, at most 30 days before; else that in which was first written after.
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
       -- The clock starts with what the customer wrote first, where that was at most 24 hours before and after more than 24 hours
       -- of silence; else with the lead.
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
        -- Wherever the customer wrote it.
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
    ), gone as (
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

-- Who says something to a contact, gives them a lead or takes one away waits for whoever else does, and so sees what they did.
create function hold_lead_responses(account bigint, contacts_of bigint[]) returns void
  language plpgsql
  as $$
declare
  contact bigint;
begin
  -- In one order, so that two who hold several wait for each other instead of locking each other out.
  for contact in select distinct id from unnest(contacts_of) id where id is not null order by id loop
    perform pg_advisory_xact_lock(hashtextextended('lead_responses:' || account || ':' || contact, 0));
  end loop;
end $$;

-- After one lead was made or became somebody else's, or after contacts got conversations of others: then all leads of theirs.
create function note_lead_responses(account bigint, contacts_of bigint[], lead bigint default null) returns void
  language plpgsql
  as $$
begin
  perform hold_lead_responses(account, contacts_of);
  perform refresh_lead_responses(account, case when lead is not null then array[lead] else
    array(select l.id from leads l where l.account_id = account and l.contact_id = any(contacts_of)) end);
end $$;

-- After the customer or a person wrote. What is settled stays: only an answer ends the waiting, only the customer answers that,
-- and what comes first is changed only by what is dated before it.
create function refresh_lead_responses_of(account bigint, contact bigint, moment timestamptz, incoming boolean) returns void
  language plpgsql
  as $$
declare
  unsettled bigint[];
begin
  perform hold_lead_responses(account, array[contact]);
  select array_agg(l.id) into unsettled
    from leads l
    left join lead_responses r on r.account_id = l.account_id and r.lead_id = l.id
   where l.account_id = account and l.contact_id = contact
     and (r.lead_id is null
          or moment <= greatest(l.created_at, r.met_at, r.replied_at, r.customer_replied_at)
          or case when r.replied_at is null then not incoming else incoming and r.customer_replied_at is null end);
  if unsettled is not null then perform refresh_lead_responses(account, unsettled); end if;
end $$;

-- What was there before.
select refresh_lead_responses(a.id, array(select l.id from leads l where l.account_id = a.id)) from accounts a;
