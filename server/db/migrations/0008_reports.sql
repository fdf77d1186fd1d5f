-- Data for reports. Facts about a conversation are recorded in the transaction that changes it, and summed up by local
-- day, so that no report reads single messages.

-- Source of a contact: from its attributes, short enough for an index, and the inbox of its first conversation.
alter table contacts
  add column first_inbox_id bigint,
  add column origin_source text generated always as
    (left(coalesce(nullif(lower(btrim(custom_attributes ->> 'utm_source')), ''), nullif(lower(btrim(custom_attributes ->> 'source')), '')), 150)) stored,
  add column origin_medium text generated always as (left(nullif(lower(btrim(custom_attributes ->> 'utm_medium')), ''), 150)) stored,
  add column origin_campaign text generated always as (left(nullif(lower(btrim(custom_attributes ->> 'utm_campaign')), ''), 150)) stored;
drop index contacts_newest;
create index contacts_newest on contacts (account_id, created_at desc, id desc) include (first_inbox_id, origin_source, origin_medium, origin_campaign);

-- Progress of a deal: all its stages, the last open one, and when it was last reopened.
alter table opportunities
  add column reached_stage_ids bigint[] not null default '{}',
  add column last_open_stage_id bigint,
  add column reopened_at timestamptz(3);
create index opportunities_reopened on opportunities (account_id, reopened_at) where reopened_at is not null;
-- Won and lost deals are counted from the index alone.
drop index opportunities_closed;
create index opportunities_closed on opportunities (account_id, actual_close_date, id)
  include (status, currency, amount, pipeline_id, owner_id, contact_id, created_at, closed_at, lost_reason)
  where actual_close_date is not null and deleted_at is null;

-- The working seconds between two moments, or all seconds when there are no hours.
create function working_between(hours jsonb, since timestamptz, until timestamptz) returns integer
  language plpgsql stable parallel safe
  as $$
declare
  zone text := hours ->> 'time_zone';
  today date;
  stretch timestamptz;
  ends timestamptz;
  step interval;
  local timestamp;
  span jsonb;
  opens timestamptz;
  closes timestamptz;
  worked interval := interval '0';
begin
  if since is null or until is null then return null; end if;
  if hours is null then return floor(extract(epoch from greatest(until - since, interval '0'))); end if;
  today := (since at time zone zone)::date - 1;
  while today::timestamp at time zone zone < until loop
    stretch := today::timestamp at time zone zone;
    ends := (today + 1)::timestamp at time zone zone;
    -- As in working_after.
    step := case when ends - stretch = interval '24 hours' then interval '24 hours' else interval '15 minutes' end;
    while stretch < ends and stretch < until loop
      local := stretch at time zone zone;
      if stretch + step > since and not (hours -> 'holidays') @> jsonb_build_array(jsonb_build_object('date', to_char(local, 'YYYY-MM-DD'))) then
        for span in select s from jsonb_array_elements(hours -> 'intervals') s where (s ->> 'day')::int = extract(isodow from local) loop
          opens := greatest(stretch + (local::date + (span ->> 'from')::interval - local), stretch, since);
          closes := least(stretch + (local::date + (span ->> 'to')::interval - local), stretch + step, until);
          if closes > opens then worked := worked + (closes - opens); end if;
        end loop;
      end if;
      stretch := stretch + step;
    end loop;
    today := today + 1;
  end loop;
  return floor(extract(epoch from worked));
end $$;

-- Time the customer had waited for this answer by a person.
alter table messages add column waited_seconds integer;

-- Reports count messages from the index alone.
drop index messages_newest;
create index messages_newest on messages (account_id, conversation_id, created_at desc, id desc)
  include (inbox_id, direction, author_type, author_id, private, waited_seconds);

-- Facts of a conversation: first question, first answers and their delay, resolution.
create table conversation_facts (
  account_id bigint not null,
  conversation_id bigint not null,
  inbox_id bigint not null,
  created_at timestamptz(3) not null,
  status text not null,
  priority text not null,
  -- First message of the customer.
  asked_at timestamptz(3),
  -- First message by a person, and their first answer to the customer.
  human_at timestamptz(3),
  human_reply_at timestamptz(3),
  human_id bigint,
  human_seconds integer,
  working_seconds integer,
  -- The same for the AI agent.
  ai_at timestamptz(3),
  ai_reply_at timestamptz(3),
  ai_seconds integer,
  -- First handover from the AI agent to people.
  handed_over_at timestamptz(3),
  -- While resolved: when, by whom, and how long after it was opened.
  resolved_at timestamptz(3),
  resolved_by text,
  resolved_by_id bigint,
  resolution_seconds integer,
  primary key (account_id, conversation_id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index conversation_facts_inbox on conversation_facts (account_id, inbox_id);
-- Medians are found within the bucket they fall into.
create index conversation_facts_human on conversation_facts (account_id, human_seconds) include (asked_at, inbox_id) where human_seconds is not null;
create index conversation_facts_working on conversation_facts (account_id, working_seconds) include (asked_at, inbox_id) where working_seconds is not null;
create index conversation_facts_ai on conversation_facts (account_id, ai_seconds) include (asked_at, inbox_id) where ai_seconds is not null;
create index conversation_facts_agent on conversation_facts (account_id, human_id, human_seconds) include (asked_at, inbox_id) where human_id is not null;
create index conversation_facts_agent_working on conversation_facts (account_id, human_id, working_seconds) include (asked_at, inbox_id) where human_id is not null;

-- Assignments of conversations, with start and end.
create table assignments (
  account_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  inbox_id bigint not null,
  assignee_id bigint not null,
  assigned_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The agent's previous assignment. A report counts a conversation once per agent: here, unless that one is in its period.
  previous_at timestamptz(3),
  resolved_now boolean not null,
  resolved_theirs boolean not null,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations on delete cascade
);
create index assignments_conversation on assignments (account_id, conversation_id, id);
create index assignments_assignee on assignments (account_id, assignee_id, assigned_at desc, id desc);
create index assignments_again on assignments (account_id, assigned_at) include (assignee_id, inbox_id, previous_at, resolved_now, resolved_theirs)
  where previous_at is not null;

-- Sums by local day (and hour, for incoming messages). Rebuilt by `hilo reports rebuild`.
create table report_counts (
  account_id bigint not null,
  inbox_id bigint not null,
  measure text collate "C" not null,
  day date not null,
  hour smallint not null,
  agent_id bigint not null,
  dim text collate "C" not null,
  count bigint not null,
  seconds bigint not null,
  primary key (account_id, inbox_id, measure, day, hour, agent_id, dim),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);

-- The same sums at coarser grain, so that a year is read as months and days: by month with all dimensions (and the
-- day of the week, for incoming messages), and by day without dimensions.
create table report_totals (
  account_id bigint not null,
  inbox_id bigint not null,
  grain text collate "C" not null check (grain in ('month', 'day')),
  measure text collate "C" not null,
  day date not null,
  hour smallint not null,
  agent_id bigint not null,
  dim text collate "C" not null,
  count bigint not null,
  seconds bigint not null,
  primary key (account_id, inbox_id, grain, measure, day, hour, agent_id, dim),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);

-- The time zone of the sums. They are rebuilt when a workspace changes its time zone.
create table report_zones (
  account_id bigint primary key references accounts on delete cascade,
  time_zone text not null
);

-- Changes to the sums, written without waiting for other transactions and added to the sums periodically.
create table report_deltas (
  account_id bigint not null,
  id bigint generated always as identity,
  inbox_id bigint not null,
  measure text collate "C" not null,
  at timestamptz(3) not null,
  agent_id bigint not null,
  dim text collate "C" not null,
  count integer not null,
  seconds bigint not null,
  noted_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);

-- Backfill for existing workspaces, as far as their data allows.
update messages m set waited_seconds = w.seconds
  from (
    select account_id, id, floor(extract(epoch from created_at - asked)) as seconds
      from (select account_id, id, author_type, created_at, direction,
                   min(created_at) filter (where direction = 'incoming') over (partition by account_id, conversation_id, turn) as asked
              from (select *, count(*) filter (where direction = 'outgoing' and author_type in ('agent', 'ai_agent', 'api'))
                                over (partition by account_id, conversation_id order by created_at, id
                                      rows between unbounded preceding and 1 preceding) as turn
                      from messages where not private) numbered) turns
     where direction = 'outgoing' and author_type = 'agent' and asked is not null) w
 where m.account_id = w.account_id and m.id = w.id;

insert into conversation_facts (account_id, conversation_id, inbox_id, created_at, status, priority, asked_at, human_at, human_reply_at, human_id,
                                human_seconds, working_seconds, ai_at, ai_reply_at, ai_seconds, resolved_at, resolved_by, resolved_by_id, resolution_seconds)
select c.account_id, c.id, c.inbox_id, c.created_at, c.status, c.priority, asked.at, human.at, reply.at, reply.by,
       floor(extract(epoch from reply.at - asked.at)), working_between(i.business_hours, asked.at, reply.at), ai.at, ai_reply.at,
       floor(extract(epoch from ai_reply.at - asked.at)), case when c.status = 'resolved' then coalesce(c.resolved_at, c.updated_at) end,
       case when c.status = 'resolved' then case when c.assignee_id is not null then 'agent' else 'automation' end end,
       case when c.status = 'resolved' then c.assignee_id end,
       case when c.status = 'resolved' then floor(extract(epoch from greatest(coalesce(c.resolved_at, c.updated_at) - c.opened_at, interval '0'))) end
  from conversations c
  join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
  left join lateral (select min(m.created_at) as at from messages m
    where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'incoming' and not m.private) asked on true
  left join lateral (select min(m.created_at) as at from messages m
    where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'outgoing' and m.author_type = 'agent' and not m.private) human on true
  left join lateral (select m.created_at as at, coalesce(m.author_id, 0) as by from messages m
    where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'outgoing' and m.author_type = 'agent' and not m.private
      and m.created_at >= asked.at order by m.created_at, m.id limit 1) reply on true
  left join lateral (select min(m.created_at) as at from messages m
    where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'outgoing' and m.author_type = 'ai_agent' and not m.private) ai on true
  left join lateral (select min(m.created_at) as at from messages m
    where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'outgoing' and m.author_type = 'ai_agent' and not m.private
      and m.created_at >= asked.at) ai_reply on true;

insert into assignments (account_id, conversation_id, inbox_id, assignee_id, assigned_at, resolved_now, resolved_theirs)
select account_id, id, inbox_id, assignee_id, created_at, status = 'resolved', status = 'resolved' from conversations where assignee_id is not null;

update contacts k set first_inbox_id = c.inbox_id
  from (select distinct on (account_id, contact_id) account_id, contact_id, inbox_id from conversations order by account_id, contact_id, created_at, id) c
 where k.account_id = c.account_id and k.id = c.contact_id;

update opportunities o set reached_stage_ids = h.stages, last_open_stage_id = h.last_open
  from (select account_id, opportunity_id, array_agg(distinct stage_id) as stages,
               (array_agg(stage_id order by id desc) filter (where stage_type = 'open'))[1] as last_open
          from stage_history where opportunity_id is not null and stage_id is not null and not merged group by account_id, opportunity_id) h
 where o.account_id = h.account_id and o.id = h.opportunity_id;

-- An empty time zone makes the sums be rebuilt.
insert into report_zones select id, '' from accounts;
