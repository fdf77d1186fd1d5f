-- Inboxes, their agents, conversations and messages.

-- Availability and capacity of agents.
alter table memberships
  add column availability text not null default 'online' check (availability in ('online', 'busy', 'offline')),
  add column auto_offline boolean not null default true,
  add column capacity integer check (capacity >= 0);

-- Agents connected right now. Unlogged: after a crash of the database all reconnect within a minute.
create unlogged table presences (
  account_id bigint not null,
  user_id bigint not null,
  seen_at timestamptz(3) not null,
  primary key (account_id, user_id)
);

create table teams (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text,
  allow_auto_assign boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index teams_name_unique on teams (account_id, lower(name));

create table team_members (
  account_id bigint not null,
  team_id bigint not null,
  user_id bigint not null,
  primary key (account_id, team_id, user_id),
  foreign key (account_id, team_id) references teams on delete cascade,
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index team_members_user on team_members (account_id, user_id, team_id);

create table inboxes (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  channel text not null check (channel in ('web_widget', 'api', 'whatsapp', 'telegram', 'messenger', 'instagram', 'email')),
  auto_assign boolean not null default true,
  ai_agent_enabled boolean not null default false,
  -- Public identifier for pages and channels; random.
  token text not null,
  -- Verifies visitors (HMAC); encrypted.
  identity_secret bytea not null,
  settings jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index inboxes_token on inboxes (token);

create table inbox_members (
  account_id bigint not null,
  inbox_id bigint not null,
  user_id bigint not null,
  last_assigned_at timestamptz(3),
  primary key (account_id, inbox_id, user_id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade,
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index inbox_members_user on inbox_members (account_id, user_id, inbox_id);

create table canned_responses (
  account_id bigint not null,
  id bigint generated always as identity,
  inbox_id bigint not null,
  short_code text not null,
  content text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create unique index canned_responses_short_code_unique on canned_responses (account_id, inbox_id, lower(short_code));
create index canned_responses_inbox on canned_responses (account_id, inbox_id);

create table custom_attribute_definitions (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  display_name text not null,
  key text not null,
  model text not null check (model in ('contact_attribute', 'conversation_attribute')),
  type text not null check (type in ('text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox')),
  description text,
  values text[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  constraint custom_attribute_definitions_key_unique unique (account_id, model, key)
);

-- Id of a contact in the business's own systems, whether they are blocked, and their last message.
alter table contacts
  add column identifier text,
  add column blocked boolean not null default false,
  add column last_activity_at timestamptz(3),
  add constraint contacts_identifier_unique unique (account_id, identifier);

-- Identities of a contact in a channel: a phone number in a messenger, a browser on a site.
create table contact_identities (
  account_id bigint not null,
  id bigint generated always as identity,
  contact_id bigint not null,
  inbox_id bigint not null,
  source_id text not null,
  verified boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  constraint contact_identities_source_unique unique (account_id, inbox_id, source_id),
  foreign key (account_id, contact_id) references contacts on delete cascade,
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index contact_identities_contact on contact_identities (account_id, contact_id, id);

create table conversations (
  account_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  inbox_id bigint not null,
  contact_id bigint not null,
  identity_id bigint not null,
  status text not null check (status in ('open', 'resolved', 'pending', 'snoozed')),
  priority text not null default 'none' check (priority in ('urgent', 'high', 'medium', 'low', 'none')),
  assignee_id bigint,
  team_id bigint,
  snoozed_until timestamptz(3),
  custom_attributes jsonb not null default '{}',
  additional_attributes jsonb not null default '{}',
  last_message_id bigint,
  -- Incoming messages since an agent last read the conversation.
  unread_count integer not null default 0,
  agent_last_seen_at timestamptz(3),
  contact_last_seen_at timestamptz(3),
  -- The customer has been waiting for an answer since then; null if not waiting.
  waiting_since timestamptz(3),
  -- First answer by a person.
  first_reply_at timestamptz(3),
  resolved_at timestamptz(3),
  last_activity_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade,
  foreign key (account_id, contact_id) references contacts on delete cascade,
  foreign key (account_id, identity_id) references contact_identities on delete cascade,
  foreign key (account_id, assignee_id) references memberships on delete set null (assignee_id),
  foreign key (account_id, team_id) references teams on delete set null (team_id)
);
create index conversations_newest on conversations (account_id, last_activity_at desc, id desc);
create index conversations_status on conversations (account_id, status, last_activity_at desc, id desc);
create index conversations_inbox on conversations (account_id, inbox_id, last_activity_at desc, id desc);
create index conversations_contact on conversations (account_id, contact_id, last_activity_at desc, id desc);
create index conversations_identity on conversations (account_id, identity_id, id desc);
create index conversations_assignee on conversations (account_id, assignee_id, last_activity_at desc, id desc);
create index conversations_team on conversations (account_id, team_id, last_activity_at desc, id desc);
-- These rows are rare, so the indexes are small.
create index conversations_priority on conversations (account_id, priority, last_activity_at desc, id desc) where priority <> 'none';
create index conversations_unread on conversations (account_id, last_activity_at desc, id desc) where unread_count > 0;
create index conversations_snoozed on conversations (snoozed_until) where status = 'snoozed';
create index conversations_unassigned on conversations (account_id, inbox_id, created_at) where status = 'open' and assignee_id is null;

create table conversation_labels (
  account_id bigint not null,
  conversation_id bigint not null,
  label_id bigint not null,
  primary key (account_id, conversation_id, label_id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, label_id) references labels on delete cascade
);
create index conversation_labels_label on conversation_labels (account_id, label_id, conversation_id);

create table conversation_participants (
  account_id bigint not null,
  conversation_id bigint not null,
  user_id bigint not null,
  primary key (account_id, conversation_id, user_id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index conversation_participants_user on conversation_participants (account_id, user_id, conversation_id);

create table messages (
  account_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  inbox_id bigint not null,
  direction text not null check (direction in ('incoming', 'outgoing')),
  author_type text not null check (author_type in ('contact', 'agent', 'ai_agent', 'automation', 'campaign', 'api')),
  author_id bigint,
  author_name text not null,
  content text,
  content_type text not null default 'text',
  content_attributes jsonb not null default '{}',
  private boolean not null default false,
  status text not null check (status in ('sent', 'delivered', 'read', 'failed')),
  external_id text,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  constraint messages_external_id_unique unique (account_id, inbox_id, external_id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index messages_newest on messages (account_id, conversation_id, created_at desc, id desc);

create table attachments (
  account_id bigint not null,
  id bigint generated always as identity,
  message_id bigint not null,
  -- Key of the file in storage; random, so that it cannot be guessed.
  file_key text not null,
  file_name text not null,
  file_type text not null check (file_type in ('image', 'audio', 'video', 'file')),
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, message_id) references messages on delete cascade
);
create index attachments_message on attachments (account_id, message_id, id);

-- Terms of a text for search: without accents, by Spanish and English stem,
-- prefixed with the account so that each workspace has its own lists in the index.
create function stems(value text) returns setof text
  language sql immutable parallel safe strict
  as $$
    select distinct lexeme
      from unnest(to_tsvector('pg_catalog.spanish', public.fold(value)) || to_tsvector('pg_catalog.english', public.fold(value)))
  $$;

create function message_terms(account_id bigint, value text) returns tsvector
  language sql immutable parallel safe strict cost 5000
  as $$ select array_to_tsvector(array(select account_id || ':' || s from public.stems(left(value, 20000)) s)) $$;

create index messages_search on messages using gin (message_terms(account_id, content)) with (gin_pending_list_limit = 256);

-- All events in order, for the realtime feed.
create index events_order on events (sequence);
