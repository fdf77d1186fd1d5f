-- Types of activities that a workspace adds to the built-in ones.
create table activity_types (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  icon text not null,
  -- Duration of a new activity for which none is given.
  duration_minutes integer check (duration_minutes between 1 and 1440),
  position integer,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index activity_types_name_unique on activity_types (account_id, lower(name));

alter table activities
  add column type_id bigint,
  add foreign key (account_id, type_id) references activity_types,
  drop constraint activities_type_check,
  add constraint activities_type_check
    check (type in ('note', 'call', 'meeting', 'task', 'email', 'stage_change', 'field_change', 'custom')),
  add constraint activities_type_id_check check ((type = 'custom') = (type_id is not null));
create index activities_type on activities (account_id, type_id);
