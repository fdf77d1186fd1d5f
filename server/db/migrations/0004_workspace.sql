-- Workspace settings: order, hours, targets, rules, surveys, campaigns, people.

-- Manual order; records never moved come last, by name.
alter table labels add column position integer;
alter table teams add column position integer;
alter table inboxes add column position integer;
alter table canned_responses add column position integer;
alter table custom_attribute_definitions add column position integer;

-- Every version of a canned response, with its author.
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

-- Business hours (null: always open), SLA targets and satisfaction survey of an inbox.
alter table inboxes
  add column business_hours jsonb,
  add column sla jsonb not null default '{"business_hours_only": true, "targets": [{"priority": null, "first_response_minutes": 15, "next_response_minutes": null, "resolution_minutes": null}]}',
  add column csat jsonb not null default '{"enabled": false, "message": null}';

alter table conversations
  -- Open since then: since it was created, or reopened after being resolved.
  add column opened_at timestamptz(3),
  -- Our last message, not counting automations, has been waiting for the customer since then; null if they answered.
  add column awaiting_customer_since timestamptz(3),
  -- No customer, agent or program has acted since then; automations do not count.
  add column idle_since timestamptz(3),
  add column first_response_due_at timestamptz(3),
  add column next_response_due_at timestamptz(3),
  add column resolution_due_at timestamptz(3),
  -- The next deadline not yet reported as missed.
  add column sla_due_at timestamptz(3),
  add column out_of_office_at timestamptz(3),
  -- Snoozed by an automation, so that reopening it counts as done by an automation too.
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

-- Missed SLA targets, once each.
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

-- Satisfaction surveys. The token is the secret of the link.
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

-- Saved views: a filter with a name, personal or shared.
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

-- Automation rules: trigger, conditions, actions.
create table automation_rules (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text,
  active boolean not null,
  event text not null,
  -- Delay of time-based triggers.
  minutes integer check (minutes > 0),
  conditions jsonb,
  actions jsonb not null,
  position integer,
  -- Progress of time-based triggers: everything up to here was handled.
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

-- Runs of rules and macros. The key makes a rule run once per event, however often it is delivered.
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
  -- The conditions that were true, as defined at that time.
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

-- Actions of a run. Success is recorded in the transaction of the action.
create table automation_steps (
  account_id bigint not null,
  run_id bigint not null,
  position integer not null,
  type text not null,
  -- The action as defined at that time.
  action jsonb,
  status text not null check (status in ('done', 'failed')),
  detail text,
  created_at timestamptz(3) not null,
  primary key (account_id, run_id, position),
  foreign key (account_id, run_id) references automation_runs on delete cascade
);

-- Campaigns: one message to many contacts, at most once each.
create table campaigns (
  account_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  inbox_id bigint not null,
  -- Audience: labels, and a filter over contact fields.
  audience jsonb not null,
  content text not null,
  status text not null check (status in ('draft', 'scheduled', 'running', 'stopped', 'done')),
  scheduled_at timestamptz(3),
  per_minute integer not null check (per_minute > 0),
  -- While it runs: when the next messages may be sent.
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

-- Outgoing e-mails and their status. The key makes repeated requests one e-mail.
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

-- Invitations. The token is only in the e-mail.
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

-- Deactivated members keep their history and have no access. E-mail notifications of each member.
alter table memberships
  add column deactivated_at timestamptz(3),
  add column notifications jsonb not null default '{}';

-- Second factor and password reset.
alter table users
  add column totp_secret bytea,
  add column totp_enabled_at timestamptz(3),
  -- Time step of the last code used; each code works once.
  add column totp_step bigint,
  add column recovery_hashes bytea[] not null default '{}',
  add column reset_hash bytea,
  add column reset_expires_at timestamptz(3);
create index users_reset on users (reset_hash) where reset_hash is not null;

-- Sessions are listed by an id that grants no access.
alter table sessions add column id bigint generated always as identity;

-- Filters of the audit log.
create index audit_entries_action on audit_entries (account_id, action, created_at desc, id desc);
create index audit_entries_actor on audit_entries (account_id, fold(actor ->> 'name'), created_at desc, id desc);
create index audit_entries_user on audit_entries (account_id, (actor ->> 'id'), created_at desc, id desc) where actor ->> 'type' = 'user';
