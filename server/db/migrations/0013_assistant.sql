-- The AI agent of an inbox: its settings and its prompt, which only administrators see.
create table ai_agents (
  account_id bigint not null,
  inbox_id bigint not null,
  -- Settings that differ from the defaults. Labels, team and collections are stored by id.
  settings jsonb not null default '{}',
  prompt text,
  prompt_updated_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (account_id, inbox_id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);

-- Results of customer messages the agent had to answer. The key makes it answer each one once.
create table ai_turns (
  account_id bigint not null,
  message_id bigint not null,
  conversation_id bigint not null,
  outcome text not null check (outcome in ('answered', 'handed_over', 'passed')),
  reason text,
  -- Error of the language model, for the operator.
  detail text,
  reply_id bigint,
  created_at timestamptz(3) not null,
  primary key (account_id, message_id),
  foreign key (account_id, message_id) references messages on delete cascade,
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, reply_id) references messages on delete set null (reply_id)
);
create index ai_turns_conversation on ai_turns (account_id, conversation_id, message_id);
create index ai_turns_reply on ai_turns (account_id, reply_id);

-- Actions of the agent for a message. Each tool acts once per message, however often it is called.
create table ai_actions (
  account_id bigint not null,
  message_id bigint not null,
  tool text not null,
  conversation_id bigint not null,
  result jsonb,
  created_at timestamptz(3) not null,
  primary key (account_id, message_id, tool),
  foreign key (account_id, message_id) references messages on delete cascade,
  foreign key (account_id, conversation_id) references conversations on delete cascade
);
create index ai_actions_conversation on ai_actions (account_id, conversation_id, created_at);

-- Summary of a long conversation before the messages the agent still reads.
create table ai_summaries (
  account_id bigint not null,
  conversation_id bigint not null,
  summary text not null,
  -- The last message covered.
  until_id bigint not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, conversation_id),
  foreign key (account_id, conversation_id) references conversations on delete cascade
);
