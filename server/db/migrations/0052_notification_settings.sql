-- Warnings before an SLA target is missed, and the settings of a person's notifications.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'conversation_assigned', 'mention', 'customer_replied', 'owner_changed', 'sla_due_soon', 'sla_breached', 'activity_due'));

-- Settings beyond e-mail, whose settings stay in `notifications`: what is announced how, and quiet hours.
alter table memberships add column notification_settings jsonb not null default '{}';

-- The next time people are warned of a target.
alter table conversations add column sla_warn_at timestamptz(3);
create index conversations_sla_warnings on conversations (sla_warn_at) where sla_warn_at is not null;

-- Targets people were warned of, once each.
create table sla_warnings (
  account_id bigint not null,
  conversation_id bigint not null,
  kind text not null check (kind in ('first_response', 'next_response', 'resolution')),
  due_at timestamptz(3) not null,
  warned_at timestamptz(3) not null,
  primary key (account_id, conversation_id, kind, due_at),
  foreign key (account_id, conversation_id) references conversations on delete cascade
);
