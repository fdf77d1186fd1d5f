-- Tokens of people for the classic routes, in every workspace they belong to; made by the operator's programs.
create table user_tokens (
  user_id bigint primary key references users on delete cascade,
  hash bytea not null,
  -- Encrypted, because these programs read it again.
  sealed bytea not null,
  created_at timestamptz(3) not null default now()
);
-- Tokens are random, so two are never alike.
create index user_tokens_hash on user_tokens (hash);

-- Links that sign a person in once.
create table login_links (
  hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index login_links_user on login_links (user_id);
create index login_links_expiry on login_links (expires_at);
