-- What reports are made of. What happened to a conversation is noted, narrow, in the transaction in which it happened;
-- what can be added up is added up by local day, so that no report reads messages one by one.

-- Where a contact came from: what its attributes say, as far as an index can hold it, and the inbox it first wrote to.
alter table contacts
  add column first_inbox_id bigint,
  add column origin_source text generated always as
    (left(coalesce(nullif(lower(btrim(custom_attributes ->> 'utm_source')), ''), nullif(lower(btrim(custom_attributes ->> 'source')), '')), 150)) stored,
  add column origin_medium text generated always as (left(nullif(lower(btrim(custom_attributes ->> 'utm_medium')), ''), 150)) stored,
  add column origin_campaign text generated always as (left(nullif(lower(btrim(custom_attributes ->> 'utm_campaign')), ''), 150)) stored;
drop index contacts_newest;
create index contacts_newest on contacts (account_id, created_at desc, id desc) include (first_inbox_id, origin_source, origin_medium, origin_campaign);

-- How far a deal came: every stage it was in, the last open one, and when it was last opened again.
alter table opportunities
  add column reached_stage_ids bigint[] not null default '{}',
  add column last_open_stage_id bigint,
  add column reopened_at timestamptz(3);
create index opportunities_reopened on opportunities (account_id, reopened_at) where reopened_at is not null;
-- What was won and lost is counted from the index alone.
drop index opportunities_closed;
create index opportunities_closed on opportunities (account_id, actual_close_date, id)
  include (status, currency, amount, pipeline_id, owner_id, contact_id, created_at, closed_at, lost_reason)
  where actual_close_date is not null and deleted_at is null;

-- The working seconds between two moments: those of which is_open holds, or all where there are no hours.
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
    -- As in working_after: a day on which clocks change is taken by quarters of an hour, in none of which they do.
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

-- How long the customer had waited for this answer, where a person gave it.
alter table messages add column waited_seconds integer;

-- What reports count of messages they read from the index alone.
drop index messages_newest;
create index messages_newest on messages (account_id, conversation_id, created_at desc, id desc)
  include (inbox_id, direction, author_type, author_id, private, waited_seconds);

-- The narrow truth of a conversation: when it was first asked, who answered first and how fast, how it ended.
create table conversation_facts (
  account_id bigint not null,
  conversation_id bigint not null,
  inbox_id bigint not null,
  created_at timestamptz(3) not null,
  status text not null,
  priority text not null,
  -- The first thing the customer wrote.
  asked_at timestamptz(3),
  -- The first thing a person wrote to them, asked or not; and the first answer to what was asked.
  human_at timestamptz(3),
  human_reply_at timestamptz(3),
  human_id bigint,
  human_seconds integer,
  working_seconds integer,
  -- The same of the AI agent.
  ai_at timestamptz(3),
  ai_reply_at timestamptz(3),
  ai_seconds integer,
  -- When it first left the AI agent for people.
  handed_over_at timestamptz(3),
  -- Only while it is resolved: when, by whom, and how long that took since it was opened.
  resolved_at timestamptz(3),
  resolved_by text,
  resolved_by_id bigint,
  resolution_seconds integer,
  primary key (account_id, conversation_id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index conversation_facts_inbox on conversation_facts (account_id, inbox_id);
-- The middle of many times is found within the one bucket it lies in.
create index conversation_facts_human on conversation_facts (account_id, human_seconds) include (asked_at, inbox_id) where human_seconds is not null;
create index conversation_facts_working on conversation_facts (account_id, working_seconds) include (asked_at, inbox_id) where working_seconds is not null;
create index conversation_facts_ai on conversation_facts (account_id, ai_seconds) include (asked_at, inbox_id) where ai_seconds is not null;
create index conversation_facts_agent on conversation_facts (account_id, human_id, human_seconds) include (asked_at, inbox_id) where human_id is not null;
create index conversation_facts_agent_working on conversation_facts (account_id, human_id, working_seconds) include (asked_at, inbox_id) where human_id is not null;

-- Who had a conversation, and from when to when.
create table assignments (
  account_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  inbox_id bigint not null,
  assignee_id bigint not null,
  assigned_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- When they had been given it before. A report counts a conversation once for an agent: here, unless that was within its days.
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

-- Sums by local day (and hour, for what customers write). Rebuilt by `hilo reports rebuild`.
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

-- The same sums in larger pieces, so that a year is read as twelve months and some days: by month with all that is
-- distinguished (and the day of the week, for what customers write), and by day with nothing that is.
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

-- The days of which time zone they are. Where a workspace moves, its sums are made anew.
create table report_zones (
  account_id bigint primary key references accounts on delete cascade,
  time_zone text not null
);

-- What is to be added to the sums. Written beside what it counts, so that nobody waits for anybody; folded in now and then.
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

-- Times fall into buckets, each up to and with its limit, so that middles can be found and distributions drawn.
create function reply_limits() returns integer[]
  language sql immutable parallel safe
  as $$ select array[5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 750, 900, 1200, 1800, 2700, 3600, 5400, 7200, 10800, 14400,
                     21600, 28800, 43200, 64800, 86400, 129600, 172800, 259200, 432000, 604800, 1209600, 2592000] $$;

create function reply_bucket(seconds integer) returns text
  language sql immutable parallel safe strict
  as $$ select lpad(width_bucket(seconds - 1, reply_limits())::text, 2, '0') $$;

-- What a conversation adds to the sums. Everything that is counted of conversations is said here, once.
create function conversation_counts(f conversation_facts)
  returns table (measure text, at timestamptz, agent_id bigint, dim text, count integer, seconds bigint)
  language sql immutable parallel safe
  as $$
    select v.measure, v.at, v.agent_id, v.dim, 1, v.seconds
      from (values
        ('created', f.created_at, 0::bigint, f.status || '/' || f.priority, 0::bigint),
        ('asked', f.asked_at, 0, '', 0),
        ('human_reply', case when f.human_seconds is not null then f.asked_at end, f.human_id, reply_bucket(f.human_seconds), f.human_seconds),
        ('working_reply', case when f.working_seconds is not null then f.asked_at end, f.human_id, reply_bucket(f.working_seconds), f.working_seconds),
        ('ai_reply', case when f.ai_seconds is not null then f.asked_at end, 0, reply_bucket(f.ai_seconds), f.ai_seconds),
        ('ai_touched', f.ai_at, 0, case when f.resolved_at is not null and f.human_at is null then 'contained' else '' end, 0),
        ('handed_over', f.handed_over_at, 0, '', 0),
        ('resolved', f.resolved_at, coalesce(f.resolved_by_id, 0), f.resolved_by, f.resolution_seconds)
      ) v (measure, at, agent_id, dim, seconds)
     where v.at is not null
  $$;

-- The same of an assignment: a conversation is given to somebody for the first time once.
create function assignment_counts(a assignments)
  returns table (measure text, at timestamptz, agent_id bigint, dim text, count integer, seconds bigint)
  language sql immutable parallel safe
  as $$
    select 'assigned', a.assigned_at::timestamptz, a.assignee_id, case when a.resolved_now or a.resolved_theirs then 'resolved' else '' end, 1, 0::bigint
     where a.previous_at is null
  $$;

-- The same of a message. Only people are human: neither programs nor rules nor campaigns.
create function message_counts(direction text, author_type text, author_id bigint, private boolean, waited_seconds integer, at timestamptz)
  returns table (measure text, at timestamptz, agent_id bigint, dim text, count integer, seconds bigint)
  language sql immutable parallel safe
  as $$
    select v.measure, $6, v.agent_id, '', 1, v.seconds
      from (values
        (case when $1 = 'incoming' then 'incoming' when $2 = 'agent' then 'human' when $2 = 'ai_agent' then 'ai' end,
         case when $1 = 'outgoing' and $2 = 'agent' then coalesce($3, 0) else 0 end, 0::bigint),
        (case when $5 is not null then 'answer' end, coalesce($3, 0), $5)
      ) v (measure, agent_id, seconds)
     where v.measure is not null and not $4
  $$;

-- Who moves their conversations takes their first inbox along: that of the oldest.
create function note_first_inbox(account bigint, contacts_of bigint[]) returns void
  language sql
  as $$
    update contacts k set first_inbox_id = (
      select c.inbox_id from conversations c where c.account_id = account and c.contact_id = k.id order by c.created_at, c.id limit 1)
     where k.account_id = account and k.id = any(contacts_of)
  $$;

-- Notes what has just happened to a conversation, in the transaction in which it did: a message, or a change of what it
-- is and whose. The conversation is held by whoever calls, so that its notes come one after another.
create function note_conversation(
  account bigint, conversation bigint, moment timestamptz, actor_type text, actor_id bigint,
  direction text default null, private boolean default false, waited_seconds integer default null
) returns void language plpgsql as $$
declare
  c conversations;
  was conversation_facts;
  f conversation_facts;
  held assignments;
  is_new boolean;
begin
  select * into c from conversations k where k.account_id = account and k.id = conversation;
  if not found then return; end if;
  select * into was from conversation_facts k where k.account_id = account and k.conversation_id = conversation;
  is_new := not found;
  f := was;
  if is_new then
    f.account_id := account;
    f.conversation_id := conversation;
    f.inbox_id := c.inbox_id;
    f.created_at := c.created_at;
    update contacts k set first_inbox_id = c.inbox_id where k.account_id = account and k.id = c.contact_id and k.first_inbox_id is null;
  end if;
  f.status := c.status;
  f.priority := c.priority;

  if direction is not null and not private then
    insert into report_deltas (account_id, inbox_id, measure, at, agent_id, dim, count, seconds)
    select account, c.inbox_id, m.* from message_counts(direction, actor_type, actor_id, private, waited_seconds, moment) m;
    if direction = 'incoming' or actor_type = 'agent' then perform refresh_lead_responses_of(account, c.contact_id, moment, direction = 'incoming'); end if;
    if direction = 'incoming' then
      f.asked_at := coalesce(f.asked_at, moment);
    elsif actor_type = 'agent' then
      f.human_at := coalesce(f.human_at, moment);
      if f.asked_at is not null and f.human_reply_at is null then
        f.human_reply_at := moment;
        f.human_id := coalesce(actor_id, 0);
        f.human_seconds := floor(extract(epoch from greatest(moment - f.asked_at, interval '0')));
        f.working_seconds := coalesce((select working_between(i.business_hours, f.asked_at, moment) from inboxes i
                                        where i.account_id = account and i.id = c.inbox_id), f.human_seconds);
      end if;
    elsif actor_type = 'ai_agent' then
      f.ai_at := coalesce(f.ai_at, moment);
      if f.asked_at is not null and f.ai_reply_at is null then
        f.ai_reply_at := moment;
        f.ai_seconds := floor(extract(epoch from greatest(moment - f.asked_at, interval '0')));
      end if;
    end if;
  end if;

  if was.status = 'pending' and c.status = 'open' then f.handed_over_at := coalesce(f.handed_over_at, moment); end if;
  if c.status <> 'resolved' then
    f.resolved_at := null;
    f.resolved_by := null;
    f.resolved_by_id := null;
    f.resolution_seconds := null;
  elsif f.resolved_at is null then
    f.resolved_at := coalesce(c.resolved_at, moment);
    f.resolved_by := actor_type;
    f.resolved_by_id := case when actor_type = 'agent' then actor_id end;
    f.resolution_seconds := floor(extract(epoch from greatest(f.resolved_at - c.opened_at, interval '0')));
  end if;

  select * into held from assignments a where a.account_id = account and a.conversation_id = conversation and a.ended_at is null
   order by a.id desc limit 1;
  if held.assignee_id is distinct from c.assignee_id or (was.resolved_at is null) <> (f.resolved_at is null) then
    perform note_assignment(c, held, moment, f.resolved_at is not null, was.resolved_at is null and f.resolved_at is not null);
  end if;

  if is_new or f is distinct from was then
    if is_new then
      insert into conversation_facts values (f.*);
    else
      update conversation_facts k set status = f.status, priority = f.priority, asked_at = f.asked_at, human_at = f.human_at,
             human_reply_at = f.human_reply_at, human_id = f.human_id, human_seconds = f.human_seconds, working_seconds = f.working_seconds,
             ai_at = f.ai_at, ai_reply_at = f.ai_reply_at, ai_seconds = f.ai_seconds, handed_over_at = f.handed_over_at,
             resolved_at = f.resolved_at, resolved_by = f.resolved_by, resolved_by_id = f.resolved_by_id,
             resolution_seconds = f.resolution_seconds
       where k.account_id = account and k.conversation_id = conversation;
    end if;
    insert into report_deltas (account_id, inbox_id, measure, at, agent_id, dim, count, seconds)
    select account, c.inbox_id, d.measure, d.at, d.agent_id, d.dim, sum(d.count), sum(d.seconds)
      from (select n.measure, n.at, n.agent_id, n.dim, n.count, n.seconds from conversation_counts(f) n
             union all
            select n.measure, n.at, n.agent_id, n.dim, -n.count, -n.seconds from conversation_counts(was) n where not is_new) d
     group by d.measure, d.at, d.agent_id, d.dim having sum(d.count) <> 0 or sum(d.seconds) <> 0;
  end if;
end $$;

-- Ends who had it and begins who has it now, and keeps for each whether it is resolved, or was while it was theirs.
create function note_assignment(c conversations, held assignments, moment timestamptz, resolved boolean, just_resolved boolean) returns void
  language plpgsql as $$
declare
  ends boolean := held.assignee_id is distinct from c.assignee_id;
begin
  if ends and held.id is not null then
    update assignments a set ended_at = greatest(moment, a.assigned_at) where a.account_id = c.account_id and a.id = held.id;
  end if;
  with changed as (
    select a as was, a.id, a.resolved_theirs or (just_resolved and not ends and a.assignee_id is not distinct from c.assignee_id) as theirs
      from assignments a where a.account_id = c.account_id and a.conversation_id = c.id
  ), kept as (
    update assignments a set resolved_now = resolved, resolved_theirs = x.theirs
      from changed x
     where a.account_id = c.account_id and a.id = x.id and (a.resolved_now <> resolved or a.resolved_theirs <> x.theirs)
    returning a, x.was
  ), begun as (
    insert into assignments (account_id, conversation_id, inbox_id, assignee_id, assigned_at, previous_at, resolved_now, resolved_theirs)
    select c.account_id, c.id, c.inbox_id, c.assignee_id, moment,
           (select max(a.assigned_at) from assignments a where a.account_id = c.account_id and a.conversation_id = c.id and a.assignee_id = c.assignee_id),
           resolved, just_resolved or coalesce((select bool_or(a.resolved_theirs) from assignments a
                                where a.account_id = c.account_id and a.conversation_id = c.id and a.assignee_id = c.assignee_id), false)
     where ends and c.assignee_id is not null
    returning assignments as a
  )
  insert into report_deltas (account_id, inbox_id, measure, at, agent_id, dim, count, seconds)
  select c.account_id, c.inbox_id, d.measure, d.at, d.agent_id, d.dim, d.count, 0
    from (select n.measure, n.at, n.agent_id, n.dim, n.count from kept, assignment_counts(kept.a) n
           union all
          select n.measure, n.at, n.agent_id, n.dim, -n.count from kept, assignment_counts(kept.was) n
           union all
          select n.measure, n.at, n.agent_id, n.dim, n.count from begun, assignment_counts(begun.a) n) d;
end $$;

-- Takes out of the sums what goes with a contact: its conversations, whoever had them, and their messages.
create function forget_conversations(account bigint, contact bigint) returns void
  language sql
  as $$
    -- Who is just answering is waited for, and what they wrote is forgotten too.
    select from conversations c where c.account_id = account and c.contact_id = contact order by c.id for update;
    insert into report_deltas (account_id, inbox_id, measure, at, agent_id, dim, count, seconds)
    select account, c.inbox_id, d.measure, d.at, d.agent_id, d.dim, -d.count, -d.seconds
      from conversations c
     cross join lateral (
       select n.* from conversation_facts f, conversation_counts(f) n where f.account_id = c.account_id and f.conversation_id = c.id
       union all
       select n.* from assignments a, assignment_counts(a) n where a.account_id = c.account_id and a.conversation_id = c.id
       union all
       select n.* from messages m, message_counts(m.direction, m.author_type, m.author_id, m.private, m.waited_seconds, m.created_at) n
        where m.account_id = c.account_id and m.conversation_id = c.id) d
     where c.account_id = account and c.contact_id = contact
  $$;

-- What was there before reports were: as well as it can still be told.
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

-- Sums of another time zone are made anew: these are of none.
insert into report_zones select id, '' from accounts;
