-- Response times of leads. They are derived from conversations and stored with the lead, so that reports read no
-- messages; one definition recomputes them whenever a message or change may affect them.

create table lead_responses (
  account_id bigint not null,
  lead_id bigint not null,
  -- The conversation, and the time of the message that selects it. No row without a conversation.
  conversation_id bigint not null,
  met_at timestamptz(3) not null,
  -- Start of the wait; first answer by a person, its author and delay; and the customer's next message.
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


-- Computes how these leads were answered. Only messages between customers and agents count.
create function refresh_lead_responses(account bigint, lead_ids bigint[]) returns void
  language sql
  as $$
    with found as (
      select l.account_id, l.id as lead_id, c.id as conversation_id, c.met_at, s.started_at, r.replied_at, r.replied_by,
             floor(extract(epoch from r.replied_at - s.started_at))::integer as seconds, n.customer_replied_at
        from leads l
       -- The contact's conversation with the latest message in the 30 days before the lead; else the first one after it.
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
       -- The clock starts with the customer's first message, if sent at most 24 hours before the lead and after more than
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

-- Backfill.
select refresh_lead_responses(a.id, array(select l.id from leads l where l.account_id = a.id)) from accounts a;
