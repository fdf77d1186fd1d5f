-- What happens here, told to other systems: where they listen, what each of them is told, and every attempt to tell it.

create table webhooks (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  -- classic and inbox speak as existing clients of the classic routes expect; inbox is the program behind one inbox.
  kind text not null check (kind in ('standard', 'classic', 'inbox')),
  url text not null,
  description text,
  -- As they were asked for: names, `contact.*`, or `*`.
  events text[] not null,
  -- Only what happens in this inbox.
  inbox_id bigint,
  enabled boolean not null,
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
  -- Sealed; what signs must be readable again.
  secret bytea not null,
  -- Secrets that were replaced and are still signed with: [{"secret": base64, "until": moment}].
  retired_secrets jsonb not null default '[]',
  -- How it has gone since it last went well. The moment of success is kept to the minute.
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  last_error text,
  failing_since timestamptz(3),
  failed_attempts integer not null default 0,
  -- When administrators were told that it fails.
  warned_at timestamptz(3),
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);
create index webhooks_newest on webhooks (account_id, created_at desc, id desc);
create index webhooks_inbox on webhooks (account_id, inbox_id);
create unique index webhooks_url_unique on webhooks (account_id, kind, url) where kind = 'classic';
create unique index webhooks_inbox_unique on webhooks (account_id, kind, inbox_id) where kind = 'inbox';

-- One thing to be told to one of them. The bytes are kept, so that every attempt tells exactly the same.
create table webhook_deliveries (
  account_id bigint not null,
  id bigint generated always as identity,
  webhook_id bigint not null,
  -- What the receiver knows it by, the same however often it is told.
  message_id text not null,
  event text not null,
  body text not null,
  -- The request that brought it about.
  request_id text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- Attempts in all, and since it was last put into the queue: the pauses grow with the latter.
  attempts integer not null default 0,
  tries integer not null default 0,
  -- Not rounded: what is put into the queue is due at that very moment.
  next_attempt_at timestamptz,
  -- Whoever is sending it just now, and until when nobody else may.
  lease uuid,
  leased_until timestamptz,
  last_status_code integer,
  last_error text,
  created_at timestamptz(3) not null,
  queued_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade,
  constraint webhook_deliveries_once unique (account_id, webhook_id, message_id)
);
create index webhook_deliveries_newest on webhook_deliveries (account_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_unwell on webhook_deliveries (account_id, webhook_id, status, created_at desc, id desc) where status <> 'delivered';
create index webhook_deliveries_due on webhook_deliveries (account_id, webhook_id, next_attempt_at) where status = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (account_id, webhook_id) where leased_until is not null;
create index webhook_deliveries_age on webhook_deliveries (queued_at);

-- What was sent and what came back, each time.
create table webhook_attempts (
  account_id bigint not null,
  delivery_id bigint not null,
  number integer not null,
  -- Without the signature.
  request_headers jsonb not null,
  status_code integer,
  error_class text check (error_class in ('dns', 'connect', 'tls', 'timeout', 'blocked', 'http')),
  error text,
  response_body text,
  milliseconds integer not null,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (account_id, delivery_id, number),
  foreign key (account_id, delivery_id) references webhook_deliveries on delete cascade
);
