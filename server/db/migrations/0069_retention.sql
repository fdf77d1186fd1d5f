-- Days that a workspace keeps its logs. A workspace without a row keeps the defaults; null keeps audit entries for good.
create table retention_rules (
  account_id bigint primary key references accounts on delete cascade,
  events_days integer not null check (events_days between 7 and 365),
  audit_days integer check (audit_days between 90 and 3650),
  inbound_log_days integer not null check (inbound_log_days between 1 and 365),
  webhook_log_days integer not null check (webhook_log_days between 1 and 365),
  updated_at timestamptz(3) not null
);

-- The next time at which old rows of all workspaces are deleted.
alter table installation add column retention_due_at timestamptz(3) not null default now();

-- Old rows are found per workspace, because each has its own number of days.
drop index events_age;
create index events_age on events (account_id, occurred_at);
drop index channel_events_received;
create index channel_events_received on channel_events (account_id, received_at);
drop index webhook_deliveries_age;
create index webhook_deliveries_age on webhook_deliveries (account_id, queued_at);

-- A released file is removed only when no other attachment uses it.
create index attachments_file on attachments (account_id, file_key);
create index property_images_file on property_images (account_id, file_key) where file_key is not null;
