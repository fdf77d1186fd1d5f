-- Substring search: every piece of four characters of a text, prefixed with its account, so that each workspace has its
-- own lists in the index. Shorter pieces occur at the end of words and match short terms.
-- Four characters make lists about ten times shorter than three (pg_trgm) for phone numbers, e-mails and names.
create function pieces(account_id bigint, value text) returns tsvector
  language sql immutable parallel safe strict cost 5000
  as $$
    select array_to_tsvector(array(
      select account_id || ':' || split_part(substr(value, i, 4), ' ', 1)
        from generate_series(1, length(value)) i where substr(value, i, 1) <> ' '))
  $$;

-- Custom attributes as index terms, prefixed with the account; equal numbers get equal terms, and long texts are cut,
-- because matches are compared again.
create function attribute_terms(account_id bigint, attributes jsonb) returns text[]
  language sql immutable parallel safe strict cost 1000
  as $$
    select array(
      select account_id || ':' || key || '=' || case jsonb_typeof(value) when 'number' then trim_scale(value::numeric)::text else left(value::text, 200) end
        from jsonb_each(attributes))
  $$;

create table labels (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  title text not null,
  description text,
  color text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index labels_title_unique on labels (account_id, lower(title));

create table contacts (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  phone_number text,
  email text,
  city text,
  country text,
  company_name text,
  job_title text,
  bio text,
  custom_attributes jsonb not null default '{}',
  search text not null generated always as
    (fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone_number, ''))) stored,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  constraint contacts_phone_number_unique unique (account_id, phone_number),
  constraint contacts_email_unique unique (account_id, email)
);
create index contacts_newest on contacts (account_id, created_at desc, id desc);
-- Every search scans the pending list of the index, so it is kept short.
create index contacts_search on contacts using gin (pieces(account_id, search)) with (gin_pending_list_limit = 256);
create index contacts_attributes on contacts using gin (attribute_terms(account_id, custom_attributes)) with (gin_pending_list_limit = 256);
create index contacts_same_name on contacts (account_id, fold(name), id);

create table contact_labels (
  account_id bigint not null,
  contact_id bigint not null,
  label_id bigint not null,
  primary key (account_id, contact_id, label_id),
  foreign key (account_id, contact_id) references contacts on delete cascade,
  foreign key (account_id, label_id) references labels on delete cascade
);
create index contact_labels_label on contact_labels (account_id, label_id, contact_id);

create table contact_notes (
  account_id bigint not null,
  id bigint generated always as identity,
  contact_id bigint not null,
  body text not null,
  author jsonb not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, contact_id) references contacts on delete cascade
);
create index contact_notes_newest on contact_notes (account_id, contact_id, created_at desc, id desc);

create table contact_imports (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed')),
  dry_run boolean not null,
  csv text not null,
  total_rows integer not null,
  processed_rows integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  failed_count integer not null default 0,
  errors jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index contact_imports_newest on contact_imports (account_id, created_at desc, id desc);
