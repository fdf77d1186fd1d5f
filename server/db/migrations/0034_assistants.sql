-- Programs that people connect with OAuth: registered by themselves, or described by a document at their client_id.
create table oauth_clients (
  client_id text primary key,
  name text not null,
  redirect_uris text[] not null,
  -- When the document was read; null for a registered client.
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index oauth_clients_expiry on oauth_clients (expires_at);

-- A connected assistant is an API key that nobody holds: its rights, limits and revocation are those of a key.
alter table api_keys add column client_id text;
alter table api_keys add column client_host text;

-- Codes, access tokens and refresh tokens of connected assistants. A used refresh token is kept to recognise its reuse.
create table oauth_tokens (
  hash bytea primary key,
  key_id bigint not null references api_keys on delete cascade,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  client_id text not null,
  resource text not null,
  -- Of a code: where it was sent, and the challenge its holder must answer.
  redirect_uri text,
  challenge text,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index oauth_tokens_key on oauth_tokens (key_id);
create index oauth_tokens_expiry on oauth_tokens (expires_at);
