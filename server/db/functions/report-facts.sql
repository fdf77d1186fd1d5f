-- Sets the first inbox of contacts whose conversations were moved: the inbox of their oldest conversation.
create or replace function record_first_inbox(account bigint, contacts_of bigint[]) returns void
  language sql
  as $$
    update contacts k set first_inbox_id = (
      select c.inbox_id from conversations c where c.account_id = account and c.contact_id = k.id order by c.created_at, c.id limit 1)
     where k.account_id = account and k.id = any(contacts_of)
  $$;

-- Records a message, or a change of a conversation, for reports, in the transaction that made it. The caller holds a lock
-- on the conversation, so that its records are written one after another.
create or replace function record_conversation(
  account bigint, conversation bigint, moment timestamptz, actor_type text, actor_id bigint,
  direction text default null, private boolean default false, waited_seconds integer default null
) returns void language plpgsql as $$
declare
  c conversations;
  was conversation_facts;
  f conversation_facts;
  current assignments;
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
    if direction = 'incoming' or actor_type = 'agent' then perform refresh_contact_lead_responses(account, c.contact_id, moment, direction = 'incoming'); end if;
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

  select * into current from assignments a where a.account_id = account and a.conversation_id = conversation and a.ended_at is null
   order by a.id desc limit 1;
  if current.assignee_id is distinct from c.assignee_id or (was.resolved_at is null) <> (f.resolved_at is null) then
    perform record_assignment(c, current, moment, f.resolved_at is not null, was.resolved_at is null and f.resolved_at is not null);
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

-- Ends the previous assignment, starts the new one, and keeps for each whether the conversation is resolved or was
-- resolved by that agent.
create or replace function record_assignment(c conversations, current assignments, moment timestamptz, resolved boolean, just_resolved boolean) returns void
  language plpgsql as $$
declare
  ends boolean := current.assignee_id is distinct from c.assignee_id;
begin
  if ends and current.id is not null then
    update assignments a set ended_at = greatest(moment, a.assigned_at) where a.account_id = c.account_id and a.id = current.id;
  end if;
  with changed as (
    select a as was, a.id, a.resolved_theirs or (just_resolved and not ends and a.assignee_id is not distinct from c.assignee_id) as theirs
      from assignments a where a.account_id = c.account_id and a.conversation_id = c.id
  ), updated as (
    update assignments a set resolved_now = resolved, resolved_theirs = x.theirs
      from changed x
     where a.account_id = c.account_id and a.id = x.id and (a.resolved_now <> resolved or a.resolved_theirs <> x.theirs)
    returning a, x.was
  ), inserted as (
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
    from (select n.measure, n.at, n.agent_id, n.dim, n.count from updated, assignment_counts(updated.a) n
           union all
          select n.measure, n.at, n.agent_id, n.dim, -n.count from updated, assignment_counts(updated.was) n
           union all
          select n.measure, n.at, n.agent_id, n.dim, n.count from inserted, assignment_counts(inserted.a) n) d;
end $$;

-- Removes the conversations, assignments and messages of a contact from the counts before it is deleted.
create or replace function remove_conversation_counts(account bigint, contact bigint) returns void
  language sql
  as $$
    -- Waits for replies being written, so that they are removed as well.
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
