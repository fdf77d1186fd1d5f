-- The history of a conversation: its changes and those of its contact, kept as long as they are. Events are deleted sooner.
create table conversation_activities (
  account_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint,
  contact_id bigint,
  kind text not null check (kind in ('status', 'assignee', 'team', 'priority', 'label_added', 'label_removed', 'renamed', 'merged')),
  author jsonb not null,
  from_value text,
  to_value text,
  -- Of a snooze: when it ends.
  until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, contact_id) references contacts on delete cascade,
  check (num_nonnulls(conversation_id, contact_id) = 1)
);
create index conversation_activities_conversation on conversation_activities (account_id, conversation_id, created_at, id);
create index conversation_activities_contact on conversation_activities (account_id, contact_id, created_at, id);
