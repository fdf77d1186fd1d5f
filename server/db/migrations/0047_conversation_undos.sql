-- Conversations as they were before a person's changes, so that a change can be undone for a short time.
create table conversation_undos (
  account_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  user_id bigint not null,
  change text not null check (change in ('status', 'assignee', 'team', 'priority', 'labels')),
  author jsonb not null,
  before jsonb not null,
  made_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index conversation_undos_conversation on conversation_undos (account_id, conversation_id, user_id, change);
create index conversation_undos_user on conversation_undos (account_id, user_id);
create index conversation_undos_age on conversation_undos (made_at);
