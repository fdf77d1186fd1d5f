-- Channels of outside providers: connections, what arrived, what is to be sent, files to fetch, templates.

alter table inboxes
  drop constraint inboxes_channel_check,
  add constraint inboxes_channel_check
    check (channel in ('web_widget', 'api', 'whatsapp', 'telegram', 'messenger', 'instagram', 'email', 'sms'));

alter table messages
  drop constraint messages_status_check,
  add constraint messages_status_check check (status in ('pending', 'scheduled', 'sent', 'delivered', 'read', 'failed')),
  drop constraint messages_author_type_check,
  add constraint messages_author_type_check
    check (author_type in ('contact', 'agent', 'ai_agent', 'automation', 'campaign', 'api', 'bot', 'external')),
  -- The quoted message: by id once it is known here, else by its id in the channel.
  add column reply_to_id bigint,
  add column reply_to_external_id text,
  -- One entry per author, with its time; a removed reaction stays without emoji, so that a late repetition is recognised.
  add column reactions jsonb not null default '[]',
  add column edited_at timestamptz(3),
  add column scheduled_at timestamptz(3),
  add column failure jsonb;
create index messages_waiting_for_quote on messages (account_id, inbox_id, reply_to_external_id)
  where reply_to_id is null and reply_to_external_id is not null;
create index messages_scheduled on messages (scheduled_at) where status = 'scheduled';

-- Texts of a message before each edit.
create table message_revisions (
  account_id bigint not null,
  message_id bigint not null,
  id bigint generated always as identity,
  content text,
  replaced_at timestamptz(3) not null,
  primary key (account_id, message_id, id),
  foreign key (account_id, message_id) references messages on delete cascade
);

-- A file that is still to be fetched has no key yet.
alter table attachments
  alter column file_key drop not null,
  add column state text not null default 'stored' check (state in ('stored', 'pending', 'failed', 'too_large')),
  add column voice boolean not null default false,
  add column duration_seconds integer;

alter table conversations
  -- The last event of the customer that opened the reply window, and its end.
  add column reply_window_opened_at timestamptz(3),
  add column reply_window_closes_at timestamptz(3);

alter table contacts
  -- Since then the contact wants no campaigns.
  add column opted_out_at timestamptz(3);

alter table contact_identities
  -- False after the provider reported that this person cannot be reached.
  add column reachable boolean not null default true,
  -- Tokens of the recipient's rate limit.
  add column send_tokens double precision,
  add column send_tokens_at timestamptz(3);

-- Further identifiers of the same person in an inbox, as the provider writes them.
create table identity_aliases (
  account_id bigint not null,
  id bigint generated always as identity,
  inbox_id bigint not null,
  identity_id bigint not null,
  value text not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  constraint identity_aliases_value_unique unique (account_id, inbox_id, value),
  foreign key (account_id, inbox_id) references inboxes on delete cascade,
  foreign key (account_id, identity_id) references contact_identities on delete cascade
);
create index identity_aliases_identity on identity_aliases (account_id, identity_id);

create table channel_connections (
  account_id bigint not null,
  inbox_id bigint not null,
  channel text not null,
  -- Encrypted.
  credentials bytea not null,
  verify_token text not null,
  -- The account at the provider: phone number id, page, bot.
  external_id text not null,
  -- The business it belongs to there, named by events about the whole business.
  business_id text,
  account_name text not null,
  state text not null check (state in ('connected', 'needs_attention')),
  detail text,
  checked_at timestamptz(3) not null,
  templates_synced_at timestamptz(3),
  -- Tokens of the inbox's rate limit, and a pause the provider asked for.
  send_tokens double precision,
  send_tokens_at timestamptz(3),
  paused_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, inbox_id),
  constraint channel_connections_account_unique unique (account_id, channel, external_id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index channel_connections_external on channel_connections (channel, external_id);
create index channel_connections_business on channel_connections (channel, business_id) where business_id is not null;
create index channel_connections_checked on channel_connections (checked_at);

-- Requests of providers, byte for byte; processed by the worker and kept for 30 days.
create table channel_events (
  account_id bigint not null,
  id bigint generated always as identity,
  inbox_id bigint not null,
  body bytea not null,
  received_at timestamptz(3) not null,
  -- Null while it waits to be processed.
  outcome text check (outcome in ('processed', 'ignored', 'failed')),
  reason text,
  kinds text[] not null default '{}',
  attempts integer not null default 0,
  -- Next try, or the end of the lease while it is processed.
  next_try_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index channel_events_due on channel_events (next_try_at) where next_try_at is not null;
create index channel_events_inbox on channel_events (account_id, inbox_id, id desc);
create index channel_events_received on channel_events (received_at);

-- Statuses, edits, reactions and deletions that arrived before their message.
create table parked_channel_events (
  account_id bigint not null,
  id bigint generated always as identity,
  inbox_id bigint not null,
  target text not null,
  event jsonb not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index parked_channel_events_target on parked_channel_events (account_id, inbox_id, target);
create index parked_channel_events_age on parked_channel_events (created_at);

-- Everything to be sent through a provider. At most one of a conversation is in flight, in the order of due_at.
create table channel_outbox (
  account_id bigint not null,
  id bigint generated always as identity,
  inbox_id bigint not null,
  conversation_id bigint not null,
  message_id bigint not null,
  kind text not null check (kind in ('message', 'reaction', 'edit', 'deletion')),
  payload jsonb not null default '{}',
  -- Campaigns wait for the answers of people.
  is_bulk boolean not null default false,
  due_at timestamptz(3) not null,
  not_before timestamptz(3) not null,
  attempts integer not null default 0,
  -- Set and committed before the provider is called: a crash in between leaves the outcome unknown.
  lease uuid,
  leased_until timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, message_id) references messages on delete cascade
);
create index channel_outbox_conversation on channel_outbox (account_id, conversation_id, due_at, id);
create index channel_outbox_message on channel_outbox (account_id, message_id);
create index channel_outbox_due on channel_outbox (account_id, inbox_id, is_bulk, not_before) where lease is null;
create index channel_outbox_waiting on channel_outbox (not_before) where lease is null;
create index channel_outbox_leases on channel_outbox (leased_until) where lease is not null;

-- Files of customers still to be fetched from the provider.
create table channel_media (
  account_id bigint not null,
  attachment_id bigint not null,
  inbox_id bigint not null,
  reference jsonb not null,
  attempts integer not null default 0,
  next_try_at timestamptz(3) not null,
  -- The provider keeps the file until then.
  expires_at timestamptz(3) not null,
  primary key (account_id, attachment_id),
  foreign key (account_id, attachment_id) references attachments on delete cascade,
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index channel_media_due on channel_media (next_try_at);
create index channel_media_inbox on channel_media (account_id, inbox_id);

create table channel_templates (
  account_id bigint not null,
  id bigint generated always as identity,
  inbox_id bigint not null,
  external_id text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  parameter_format text not null check (parameter_format in ('positional', 'named')),
  components jsonb not null,
  rejected_reason text,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  constraint channel_templates_name_unique unique (account_id, inbox_id, name, language),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
