-- Programs that answer customers first, in the inboxes they are attached to.
create table agent_bots (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text,
  -- Address that receives its events.
  url text,
  token_hash bytea not null,
  -- Encrypted; signs its events.
  secret bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
-- Looked up before the workspace is known; tokens are random, so two are never alike.
create index agent_bots_token on agent_bots (token_hash);

alter table inboxes add column agent_bot_id bigint,
  add foreign key (account_id, agent_bot_id) references agent_bots on delete set null (agent_bot_id);
create index inboxes_agent_bot on inboxes (account_id, agent_bot_id);

-- The events of a bot are delivered as those of a webhook, one for each of its inboxes.
alter table webhooks add column agent_bot_id bigint,
  add foreign key (account_id, agent_bot_id) references agent_bots on delete cascade,
  drop constraint webhooks_kind_check,
  add constraint webhooks_kind_check check (kind in ('standard', 'classic', 'inbox', 'bot'));
create index webhooks_agent_bot on webhooks (account_id, agent_bot_id);
