-- Files uploaded and not yet used: a token was given for each. Using it removes the row; files that nobody uses within a
-- day are removed together with their rows.
create table uploads (
  account_id bigint not null,
  file_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, file_key)
);
create index uploads_age on uploads (created_at);

-- The hour of the last call, so that subjects not seen for hours can be forgotten: strangers can make up new ones. It
-- changes once an hour, so that most updates stay within their page.
alter table rate_windows add column seen_hour integer not null default 0;
create index rate_windows_seen on rate_windows (seen_hour);
