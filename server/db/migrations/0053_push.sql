-- Browsers that receive push notifications. One of a session that has ended receives nothing.
create table push_subscriptions (
  account_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  session_id bigint not null,
  endpoint_hash bytea not null,
  -- Endpoint and keys: with them anybody could send to the browser or read what is sent.
  target_sealed bytea not null,
  language text not null check (language in ('es', 'en')),
  device text,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  constraint push_subscriptions_session unique (account_id, session_id),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index push_subscriptions_user on push_subscriptions (account_id, user_id);
create index push_subscriptions_endpoint on push_subscriptions (account_id, endpoint_hash);

-- Notifications a browser shows, as of when: the same state is sent once, and a notification read elsewhere is closed.
create table push_deliveries (
  account_id bigint not null,
  subscription_id bigint not null,
  notification_id bigint not null,
  shown_at timestamptz(3) not null,
  primary key (account_id, subscription_id, notification_id),
  foreign key (account_id, subscription_id) references push_subscriptions on delete cascade,
  foreign key (account_id, notification_id) references notifications on delete cascade
);
create index push_deliveries_notification on push_deliveries (account_id, notification_id);
