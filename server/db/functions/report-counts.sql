-- Upper limits of the buckets for reply times, in seconds. Medians and distributions are computed from buckets.
create or replace function reply_limits() returns integer[]
  language sql immutable parallel safe
  as $$ select array[5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 750, 900, 1200, 1800, 2700, 3600, 5400, 7200, 10800, 14400,
                     21600, 28800, 43200, 64800, 86400, 129600, 172800, 259200, 432000, 604800, 1209600, 2592000] $$;

create or replace function reply_bucket(seconds integer) returns text
  language sql immutable parallel safe strict
  as $$ select lpad(width_bucket(seconds - 1, reply_limits())::text, 2, '0') $$;

-- The counts of one conversation: the single definition of everything reports count about conversations.
create or replace function conversation_counts(f conversation_facts)
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

-- The counts of one assignment: an agent is counted once per conversation.
create or replace function assignment_counts(a assignments)
  returns table (measure text, at timestamptz, agent_id bigint, dim text, count integer, seconds bigint)
  language sql immutable parallel safe
  as $$
    select 'assigned', a.assigned_at::timestamptz, a.assignee_id, case when a.resolved_now or a.resolved_theirs then 'resolved' else '' end, 1, 0::bigint
     where a.previous_at is null
  $$;

-- The counts of one message. Only agents are human: not programs, rules or campaigns.
create or replace function message_counts(direction text, author_type text, author_id bigint, private boolean, waited_seconds integer, at timestamptz)
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
