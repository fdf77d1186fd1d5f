-- Workspaces, people, keys, limits, events and their deliveries.

create extension if not exists unaccent;

-- Text without case and accents, for search. Immutable, so that columns and indexes may use it.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

create table installation (
  singleton boolean primary key default true check (singleton),
  secret bytea not null,
  demo_account_id bigint,
  demo_ready boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create table accounts (
  id bigint generated always as identity primary key,
  name text not null,
  time_zone text not null default 'America/Bogota',
  locale text not null default 'es' check (locale in ('es', 'en')),
  default_currency text not null default 'COP',
  country text not null default 'CO',
  plan text not null default 'self_hosted',
  modules text[] not null default '{}',
  classic_token_hash bytea,
  classic_token_sealed bytea,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint accounts_classic_token_unique unique (classic_token_hash)
);

create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text,
  super_administrator boolean not null default false,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint users_email_unique unique (email)
);

create table memberships (
  account_id bigint not null references accounts on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('administrator', 'agent')),
  visibility text not null default 'all' check (visibility in ('all', 'team', 'own')),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id)
);
create index memberships_user on memberships (user_id);

create table sessions (
  hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  user_id bigint not null references users on delete cascade,
  name text not null,
  hash bytea not null,
  hint text not null,
  role text not null check (role in ('full', 'read_only', 'custom')),
  scopes text[] not null default '{}',
  created_by jsonb not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint api_keys_hash_unique unique (hash)
);
create index api_keys_user on api_keys (user_id);
create index api_keys_account on api_keys (account_id, created_at desc, id desc);

-- Events, stored in the transaction that caused them.
create table events (
  account_id bigint not null references accounts on delete cascade,
  id uuid not null,
  sequence bigint generated always as identity,
  name text not null,
  actor jsonb not null,
  payload jsonb not null,
  request_id text,
  occurred_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index events_sequence on events (account_id, sequence);
create index events_age on events (occurred_at);

-- Deliveries: one row per event and subscriber, deleted when done, kept when given up.
create table deliveries (
  account_id bigint not null,
  event_id uuid not null,
  subscriber text not null,
  attempts integer not null default 0,
  next_try_at timestamptz(3) not null,
  dead_at timestamptz(3),
  last_error text,
  primary key (account_id, event_id, subscriber),
  foreign key (account_id, event_id) references events on delete cascade
);
create index deliveries_due on deliveries (next_try_at) where dead_at is null;

create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  actor text not null,
  key text not null,
  request text not null,
  fingerprint bytea not null,
  status integer not null,
  body text not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, actor, request, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table audit_entries (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  action text not null,
  actor jsonb not null,
  details jsonb not null,
  request_id text,
  ip text,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index audit_entries_newest on audit_entries (account_id, created_at desc, id desc);

-- Rate limits. Each subject has a ring of 61 counters, so that no window of 60 slots holds more than its quota,
-- wherever it begins. Unlogged: a crash of the database grants one extra window, and no write waits for the disk.
create unlogged table rate_windows (
  subject text primary key,
  latest bigint not null,
  used integer not null,
  slots integer[] not null
) with (fillfactor = 50);

