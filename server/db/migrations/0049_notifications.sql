-- The notification centre: for each person, the records that need their attention.
create table notifications (
  account_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in (
    'conversation_assigned', 'mention', 'customer_replied', 'owner_changed', 'sla_breached', 'activity_due')),
  subject_type text not null check (subject_type in ('conversation', 'lead', 'opportunity')),
  subject_id bigint not null,
  title text not null,
  url text not null,
  text text,
  actor jsonb not null,
  -- Events this unread notification stands for, and the latest of them: a delivery that is repeated counts once.
  count int not null default 1,
  event_id uuid not null,
  read_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
-- A record has one unread notification of a kind, however often the customer writes.
create unique index notifications_unread on notifications (account_id, user_id, kind, subject_type, subject_id) where read_at is null;
create index notifications_newest on notifications (account_id, user_id, created_at desc, id desc);
create index notifications_age on notifications (created_at);
