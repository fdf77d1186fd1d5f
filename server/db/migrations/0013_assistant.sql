-- The AI agent of an inbox: how it behaves, and what the business tells it, which is shown to administrators alone.
create table ai_agents (
  account_id bigint not null,
  inbox_id bigint not null,
  -- What was set; what was not is as the product has it. Labels, team and collections are kept by their ids.
  settings jsonb not null default '{}',
  prompt text,
  prompt_updated_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (account_id, inbox_id),
  foreign key (account_id, inbox_id) references inboxes on delete cascade
);

-- What became of each message of a customer that was the agent's to answer. The key makes it one answer, whatever crashes.
create table ai_turns (
  account_id bigint not null,
  message_id bigint not null,
  conversation_id bigint not null,
  outcome text not null check (outcome in ('answered', 'handed_over', 'passed')),
  reason text,
  -- Why the language model failed, for who runs it.
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

-- What the agent did for a message besides answering. Each tool does its work once for a message, however often it is called.
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

-- What a long conversation was about before the messages the agent still reads itself.
create table ai_summaries (
  account_id bigint not null,
  conversation_id bigint not null,
  summary text not null,
  -- The last message it speaks of.
  until_id bigint not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, conversation_id),
  foreign key (account_id, conversation_id) references conversations on delete cascade
);
