-- Webhooks: endpoints of other systems, their deliveries, and every attempt.

create table webhooks (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  -- classic and inbox use the formats of the classic routes; inbox is the program behind one inbox.
  kind text not null check (kind in ('standard', 'classic', 'inbox')),
  url text not null,
  description text,
  -- Subscribed events: names, `contact.*`, or `*`.
  events text[] not null,
  -- Only events of this inbox.
  inbox_id bigint,
  enabled boolean not null,
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
  -- Encrypted; signing needs the plain value.
  secret bytea not null,
  -- Replaced secrets that still sign: [{"secret": base64, "until": timestamp}].
  retired_secrets jsonb not null default '[]',
  -- Failures since the last success. The time of success is accurate to the minute.
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  last_error text,
  failing_since timestamptz(3),
  failed_attempts integer not null default 0,
  -- When administrators were notified of the failures.
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

-- Deliveries to one endpoint. The body is stored, so that every attempt sends the same bytes.
create table webhook_deliveries (
  account_id bigint not null,
  id bigint generated always as identity,
  webhook_id bigint not null,
  -- Id for the receiver; the same for every attempt.
  message_id text not null,
  event text not null,
  body text not null,
  -- The request that caused it.
  request_id text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- Attempts in all, and since it was last queued: the pauses grow with the latter.
  attempts integer not null default 0,
  tries integer not null default 0,
  -- Not rounded: a queued delivery is due at once.
  next_attempt_at timestamptz,
  -- The node that is sending it, and the end of its lease.
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

-- Request and response of each attempt.
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
