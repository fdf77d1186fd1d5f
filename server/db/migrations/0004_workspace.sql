-- What an administrator sets up so that a team works by itself: order, hours, targets, rules, surveys, campaigns, people.

-- The order people gave things; what was never moved stands behind, by name.
alter table labels add column position integer;
alter table teams add column position integer;
alter table inboxes add column position integer;
alter table canned_responses add column position integer;
alter table custom_attribute_definitions add column position integer;

-- Every version of a canned response, with who wrote it.
create table canned_response_versions (
  account_id bigint not null,
  canned_response_id bigint not null,
  version integer not null,
  short_code text not null,
  content text not null,
  author jsonb not null,
  created_at timestamptz(3) not null,
  primary key (account_id, canned_response_id, version),
  foreign key (account_id, canned_response_id) references canned_responses on delete cascade
);
insert into canned_response_versions
select account_id, id, 1, short_code, content, '{"type": "system", "id": null, "name": "Hilo"}', updated_at from canned_responses;

-- When people answer (null: always), how soon they mean to, and whether customers are asked how it was.
alter table inboxes
  add column business_hours jsonb,
  add column sla jsonb not null default '{"business_hours_only": true, "targets": [{"priority": null, "first_response_minutes": 15, "next_response_minutes": null, "resolution_minutes": null}]}',
  add column csat jsonb not null default '{"enabled": false, "message": null}';

-- Whether a moment lies within the hours.
create function is_open(hours jsonb, at timestamptz) returns boolean
  language sql stable parallel safe
  as $$
    select hours is null or exists (
      select from (select at at time zone (hours ->> 'time_zone') as local) moment, jsonb_array_elements(hours -> 'intervals') span
       where (span ->> 'day')::int = extract(isodow from local)
         and to_char(local, 'HH24:MI') >= span ->> 'from' and to_char(local, 'HH24:MI') < span ->> 'to'
         and not (hours -> 'holidays') @> jsonb_build_array(jsonb_build_object('date', to_char(local, 'YYYY-MM-DD'))))
  $$;

-- The moment by which so many minutes of the hours have passed; null where that takes more than two years. It counts
-- the minutes of which is_open holds: where clocks change, an hour of the wall may be missing, or come twice.
create function working_after(hours jsonb, since timestamptz, minutes integer) returns timestamptz
  language plpgsql stable parallel safe strict
  as $$
declare
  zone text := hours ->> 'time_zone';
  -- Where midnight itself comes twice, the first hour of a day is still reached through the day before.
  today date := (since at time zone zone)::date - 1;
  stretch timestamptz;
  ends timestamptz;
  step interval;
  local timestamp;
  span jsonb;
  opens timestamptz;
  closes timestamptz;
  remaining interval := make_interval(mins => minutes);
begin
  if jsonb_array_length(hours -> 'intervals') = 0 then return null; end if;
  for n in 0 .. 800 loop
    stretch := today::timestamp at time zone zone;
    ends := (today + 1)::timestamp at time zone zone;
    -- A day on which clocks change is taken by quarters of an hour, in none of which they do.
    step := case when ends - stretch = interval '24 hours' then interval '24 hours' else interval '15 minutes' end;
    while stretch < ends loop
      local := stretch at time zone zone;
      if stretch + step > since and not (hours -> 'holidays') @> jsonb_build_array(jsonb_build_object('date', to_char(local, 'YYYY-MM-DD'))) then
        for span in select s from jsonb_array_elements(hours -> 'intervals') s
                     where (s ->> 'day')::int = extract(isodow from local) order by s ->> 'from' loop
          opens := greatest(stretch + (local::date + (span ->> 'from')::interval - local), stretch, since);
          closes := least(stretch + (local::date + (span ->> 'to')::interval - local), stretch + step);
          if closes > opens then
            if remaining <= closes - opens then return opens + remaining; end if;
            remaining := remaining - (closes - opens);
          end if;
        end loop;
      end if;
      stretch := stretch + step;
    end loop;
    today := today + 1;
  end loop;
  return null;
end $$;

-- By when a conversation is to be answered and resolved, from what it is and what its inbox promises.
create function sla_dues(
  hours jsonb, sla jsonb, conversation_priority text, status text, opened_at timestamptz, waiting_since timestamptz, first_reply_at timestamptz,
  out first_response_due_at timestamptz, out next_response_due_at timestamptz, out resolution_due_at timestamptz
) language plpgsql stable parallel safe as $$
declare
  target jsonb;
begin
  if status = 'resolved' then return; end if;
  select t into target from jsonb_array_elements(sla -> 'targets') t
   where t ->> 'priority' = conversation_priority or t ->> 'priority' is null order by t ->> 'priority' nulls last limit 1;
  if not (sla ->> 'business_hours_only')::boolean then hours := null; end if;
  if first_reply_at is null then
    first_response_due_at := due_after(hours, waiting_since, (target ->> 'first_response_minutes')::int);
  else
    next_response_due_at := due_after(hours, waiting_since, (target ->> 'next_response_minutes')::int);
  end if;
  resolution_due_at := due_after(hours, opened_at, (target ->> 'resolution_minutes')::int);
end $$;

-- The same minutes of the hours, or of the clock where there are no hours.
create function due_after(hours jsonb, since timestamptz, minutes integer) returns timestamptz
  language sql stable parallel safe
  as $$ select case when hours is null then since + make_interval(mins => minutes) else working_after(hours, since, minutes) end $$;

alter table conversations
  -- Since when it is open this time: from its beginning, or since it was reopened after it was resolved.
  add column opened_at timestamptz(3),
  -- Since when our last word, not that of an automation, waits for the customer; null while they have answered.
  add column awaiting_customer_since timestamptz(3),
  -- Since when nobody, customer, person or program, did anything; what an automation does is no news.
  add column idle_since timestamptz(3),
  add column first_response_due_at timestamptz(3),
  add column next_response_due_at timestamptz(3),
  add column resolution_due_at timestamptz(3),
  -- The next of these that has not yet been told as missed.
  add column sla_due_at timestamptz(3),
  add column out_of_office_at timestamptz(3),
  -- An automation put it to sleep, and so its waking is that automation's doing too.
  add column snoozed_by_automation boolean not null default false;
update conversations set opened_at = created_at, idle_since = last_activity_at;
alter table conversations
  alter column opened_at set default now(), alter column opened_at set not null,
  alter column idle_since set default now(), alter column idle_since set not null;
create index conversations_sla on conversations (sla_due_at) where sla_due_at is not null;
create index conversations_waiting on conversations (account_id, waiting_since, id) where waiting_since is not null;
create index conversations_waiting_due on conversations (account_id, coalesce(first_response_due_at, next_response_due_at, 'infinity'), waiting_since, id)
 where waiting_since is not null;
create index conversations_awaiting on conversations (account_id, awaiting_customer_since, id) where awaiting_customer_since is not null and status <> 'resolved';
create index conversations_idle on conversations (account_id, idle_since, id) where status in ('open', 'pending');

-- Promises that were not kept, each once.
create table sla_breaches (
  account_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  inbox_id bigint not null,
  kind text not null check (kind in ('first_response', 'next_response', 'resolution')),
  priority text not null,
  assignee_id bigint,
  team_id bigint,
  due_at timestamptz(3) not null,
  breached_at timestamptz(3) not null,
  primary key (account_id, id),
  constraint sla_breaches_once unique (account_id, conversation_id, kind, due_at),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, inbox_id) references inboxes on delete cascade,
  foreign key (account_id, assignee_id) references memberships on delete set null (assignee_id),
  foreign key (account_id, team_id) references teams on delete set null (team_id)
);
create index sla_breaches_newest on sla_breaches (account_id, breached_at desc, id desc);
create index sla_breaches_inbox on sla_breaches (account_id, inbox_id, breached_at desc);
create index sla_breaches_assignee on sla_breaches (account_id, assignee_id);
create index sla_breaches_team on sla_breaches (account_id, team_id);

-- How customers say it was. The token opens the survey to whoever has the link.
create table csat_surveys (
  account_id bigint not null,
  id bigint generated always as identity,
  token uuid not null default gen_random_uuid(),
  conversation_id bigint not null,
  contact_id bigint not null,
  inbox_id bigint not null,
  assignee_id bigint,
  team_id bigint,
  message_id bigint,
  rating integer check (rating between 1 and 5),
  comment text,
  sent_at timestamptz(3) not null,
  answered_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, contact_id) references contacts on delete cascade,
  foreign key (account_id, inbox_id) references inboxes on delete cascade,
  foreign key (account_id, assignee_id) references memberships on delete set null (assignee_id),
  foreign key (account_id, team_id) references teams on delete set null (team_id),
  foreign key (account_id, message_id) references messages on delete set null (message_id)
);
create index csat_surveys_token on csat_surveys (token);
create index csat_surveys_conversation on csat_surveys (account_id, conversation_id, sent_at desc);
create index csat_surveys_newest on csat_surveys (account_id, sent_at desc, id desc);
create index csat_surveys_contact on csat_surveys (account_id, contact_id);
create index csat_surveys_inbox on csat_surveys (account_id, inbox_id, sent_at desc);
create index csat_surveys_assignee on csat_surveys (account_id, assignee_id);
create index csat_surveys_team on csat_surveys (account_id, team_id);
create index csat_surveys_message on csat_surveys (account_id, message_id);

-- What people look at often: a filter with a name, their own or everybody's.
create table saved_views (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  resource text not null check (resource in ('conversations', 'contacts', 'leads', 'opportunities')),
  visibility text not null check (visibility in ('private', 'shared')),
  owner_id bigint,
  filter jsonb not null,
  sort text,
  position integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references memberships on delete cascade
);
create index saved_views_owner on saved_views (account_id, owner_id);

-- When this happens, and this holds, then do that.
create table automation_rules (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text,
  active boolean not null,
  event text not null,
  -- For what time brings about: how long.
  minutes integer check (minutes > 0),
  conditions jsonb,
  actions jsonb not null,
  position integer,
  -- How far, for what time brings about, this rule has come: everything up to here has been seen to.
  reached_at timestamptz(3),
  reached_id bigint,
  run_count bigint not null default 0,
  last_run_at timestamptz(3),
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index automation_rules_event on automation_rules (account_id, event) where active;
create index automation_rules_timed on automation_rules (event) where active and minutes is not null;

create table macros (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  visibility text not null check (visibility in ('private', 'shared')),
  owner_id bigint,
  actions jsonb not null,
  position integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references memberships on delete cascade
);
create index macros_owner on macros (account_id, owner_id);

-- What rules and macros did. The key makes a rule run once for what happened, however often it is told.
create table automation_runs (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  rule_id bigint,
  macro_id bigint,
  name text not null,
  event text not null,
  key text not null,
  subject_type text not null check (subject_type in ('conversation', 'contact', 'lead', 'opportunity')),
  subject_id bigint not null,
  status text not null check (status in ('running', 'done', 'failed')),
  -- What held of what the rule asked, as it was then.
  matched jsonb,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, rule_id) references automation_rules on delete set null (rule_id),
  foreign key (account_id, macro_id) references macros on delete set null (macro_id)
);
create unique index automation_runs_rule_once on automation_runs (account_id, rule_id, key);
create unique index automation_runs_macro_once on automation_runs (account_id, macro_id, key, subject_id);
create index automation_runs_newest on automation_runs (account_id, created_at desc, id desc);
create index automation_runs_subject on automation_runs (account_id, subject_type, subject_id, created_at desc, id desc);
create index automation_runs_rule on automation_runs (account_id, rule_id, created_at desc, id desc);
create index automation_runs_unwell on automation_runs (account_id, status, created_at desc, id desc) where status <> 'done';
create index automation_runs_age on automation_runs (created_at);

-- Each action of a run. Done is written in the transaction that did it.
create table automation_steps (
  account_id bigint not null,
  run_id bigint not null,
  position integer not null,
  type text not null,
  -- What was to be done, as it was said then.
  action jsonb,
  status text not null check (status in ('done', 'failed')),
  detail text,
  created_at timestamptz(3) not null,
  primary key (account_id, run_id, position),
  foreign key (account_id, run_id) references automation_runs on delete cascade
);

-- One message to many, each at most once.
create table campaigns (
  account_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  inbox_id bigint not null,
  -- Which contacts: labels they carry, and a filter over their fields.
  audience jsonb not null,
  content text not null,
  status text not null check (status in ('draft', 'scheduled', 'running', 'stopped', 'done')),
  scheduled_at timestamptz(3),
  per_minute integer not null check (per_minute > 0),
  -- When the next messages may go out, while it runs.
  next_send_at timestamptz(3),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index campaigns_inbox on campaigns (account_id, inbox_id);
create index campaigns_newest on campaigns (account_id, created_at desc, id desc);
create index campaigns_scheduled on campaigns (scheduled_at) where status = 'scheduled';
create index campaigns_running on campaigns (next_send_at) where status = 'running';

create table campaign_recipients (
  account_id bigint not null,
  campaign_id bigint not null,
  contact_id bigint not null,
  status text not null check (status in ('queued', 'sent', 'failed', 'replied')),
  error text,
  conversation_id bigint,
  message_id bigint,
  sent_at timestamptz(3),
  replied_at timestamptz(3),
  primary key (account_id, campaign_id, contact_id),
  foreign key (account_id, campaign_id) references campaigns on delete cascade,
  foreign key (account_id, contact_id) references contacts on delete cascade,
  foreign key (account_id, conversation_id) references conversations on delete set null (conversation_id),
  foreign key (account_id, message_id) references messages on delete set null (message_id)
);
create index campaign_recipients_status on campaign_recipients (account_id, campaign_id, status, contact_id);
create index campaign_recipients_contact on campaign_recipients (account_id, contact_id);
create index campaign_recipients_conversation on campaign_recipients (account_id, conversation_id);
create index campaign_recipients_message on campaign_recipients (account_id, message_id);

-- Mail that is to go out, and what became of it. The key makes a mail that is asked for twice one mail.
create table emails (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  key text not null,
  kind text not null,
  to_address text not null,
  to_name text,
  subject text not null,
  text text not null,
  html text not null,
  status text not null check (status in ('queued', 'sent', 'failed')),
  error text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (account_id, id),
  constraint emails_once unique (account_id, key)
);
create index emails_newest on emails (account_id, created_at desc, id desc);
create index emails_status on emails (account_id, status, created_at desc, id desc);
create index emails_age on emails (created_at);

-- Who is asked to join. The token is in their mail and nowhere else.
create table invitations (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  email text not null,
  name text,
  role text not null check (role in ('administrator', 'agent')),
  visibility text not null check (visibility in ('all', 'team', 'own')),
  team_ids bigint[] not null default '{}',
  token_hash bytea not null,
  invited_by jsonb not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index invitations_email_unique on invitations (account_id, email) where accepted_at is null and revoked_at is null;
create index invitations_token on invitations (token_hash);
create index invitations_newest on invitations (account_id, created_at desc, id desc);

-- Who no longer works here keeps what they did, and may do nothing more. What each wants to be told by mail.
alter table memberships
  add column deactivated_at timestamptz(3),
  add column notifications jsonb not null default '{}';

-- The second factor, and the way back in.
alter table users
  add column totp_secret bytea,
  add column totp_enabled_at timestamptz(3),
  -- The last time step a code was used for; a code is good once.
  add column totp_step bigint,
  add column recovery_hashes bytea[] not null default '{}',
  add column reset_hash bytea,
  add column reset_expires_at timestamptz(3);
create index users_reset on users (reset_hash) where reset_hash is not null;

-- Sessions are shown to their person by an id that opens nothing.
alter table sessions add column id bigint generated always as identity;

create or replace function authorise_key(key_hash bytea, key_quota integer, account_quota integer, cost integer, caller_ip text)
returns table (
  key_id bigint, key_name text, key_role text, scopes text[],
  user_id bigint, user_name text, role text, visibility text, super_administrator boolean,
  account_id bigint, account jsonb,
  admitted boolean, retry_after double precision, remaining integer[], resets integer[]
) language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
  used_at timestamptz;
begin
  select k.id, k.name, k.role, k.scopes, k.last_used_at, u.id, u.name, m.role, m.visibility, u.super_administrator, a.id,
         account_record(a)
    into key_id, key_name, key_role, scopes, used_at, user_id, user_name, role, visibility, super_administrator, account_id, account
    from api_keys k
    join accounts a on a.id = k.account_id
    join users u on u.id = k.user_id and u.disabled_at is null
    join memberships m on m.account_id = k.account_id and m.user_id = k.user_id and m.deactivated_at is null
   where k.hash = key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > at);
  if not found then return; end if;

  select t.admitted, t.retry_after, t.remaining, t.resets into admitted, retry_after, remaining, resets
    from take_allowance(array['key:' || key_id, 'account:' || account_id], array[key_quota, account_quota], cost, 1, at) t;

  if used_at is null or used_at < at - interval '1 minute' then
    update api_keys set last_used_at = at, last_used_ip = caller_ip
     where id = key_id and (last_used_at is null or last_used_at < at - interval '1 minute');
  end if;
  return next;
end $$;

-- What somebody did, and where something was done, among all that was ever done.
create index audit_entries_action on audit_entries (account_id, action, created_at desc, id desc);
create index audit_entries_actor on audit_entries (account_id, fold(actor ->> 'name'), created_at desc, id desc);
create index audit_entries_user on audit_entries (account_id, (actor ->> 'id'), created_at desc, id desc) where actor ->> 'type' = 'user';
