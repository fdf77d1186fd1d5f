-- Messages that a provider keeps in a list are read up to this moment, for those whose request did not arrive.
alter table channel_connections
  add column fetched_until timestamptz(3),
  add column next_fetch_at timestamptz(3);
update channel_connections set fetched_until = now(), next_fetch_at = now() where channel = 'sms';
create index channel_connections_fetch on channel_connections (next_fetch_at) where next_fetch_at is not null;
