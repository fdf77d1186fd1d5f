-- The language a person chose in the app; null: that of the workspace.
alter table users add column language text check (language in ('es', 'en'));

-- Files that go with an e-mail, as a list of name and content; removed once it is sent.
alter table emails add column attachments jsonb;

-- Reports sent by e-mail at set times. `next_at` is null while one is paused, and was planned in `time_zone`.
create table report_schedules (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  report text not null,
  period text not null,
  filters jsonb not null,
  every text not null check (every in ('day', 'week', 'month')),
  weekday smallint check (weekday between 1 and 7),
  month_day smallint check (month_day between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  recipient_ids bigint[] not null,
  maker jsonb not null,
  time_zone text not null,
  next_at timestamptz(3),
  last_at timestamptz(3),
  error text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  check ((every = 'week') = (weekday is not null) and (every = 'month') = (month_day is not null))
);
create index report_schedules_next on report_schedules (next_at) where next_at is not null;
