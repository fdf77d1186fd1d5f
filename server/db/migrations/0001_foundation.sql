-- The ground everything stands on: workspaces, people, keys, limits, events and their deliveries.

create extension if not exists unaccent;

-- Text as people search for it: without case or accents. Immutable, so that columns and indexes may use it.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

-- A moment as it travels on the wire, for use inside JSON.
create function iso(moment timestamptz) returns text
  language sql immutable parallel safe strict
  as $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

create table installation (
  singleton boolean primary key default true check (singleton),
  secret bytea not null,
  demo_account_id bigint,
  demo_ready boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create table accounts (
  id bigint generated always as identity primary key,
  name text not null,
  time_zone text not null default 'America/Bogota',
  locale text not null default 'es' check (locale in ('es', 'en')),
  default_currency text not null default 'COP',
  country text not null default 'CO',
  plan text not null default 'self_hosted',
  modules text[] not null default '{}',
  classic_token_hash bytea,
  classic_token_sealed bytea,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint accounts_classic_token_unique unique (classic_token_hash)
);

create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text,
  super_administrator boolean not null default false,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint users_email_unique unique (email)
);

create table memberships (
  account_id bigint not null references accounts on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('administrator', 'agent')),
  visibility text not null default 'all' check (visibility in ('all', 'team', 'own')),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id)
);
create index memberships_user on memberships (user_id);

create table sessions (
  hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  user_id bigint not null references users on delete cascade,
  name text not null,
  hash bytea not null,
  hint text not null,
  role text not null check (role in ('full', 'read_only', 'custom')),
  scopes text[] not null default '{}',
  created_by jsonb not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint api_keys_hash_unique unique (hash)
);
create index api_keys_user on api_keys (user_id);
create index api_keys_account on api_keys (account_id, created_at desc, id desc);

-- What happened. Written in the transaction that made it happen.
create table events (
  account_id bigint not null references accounts on delete cascade,
  id uuid not null,
  sequence bigint generated always as identity,
  name text not null,
  actor jsonb not null,
  payload jsonb not null,
  request_id text,
  occurred_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index events_sequence on events (account_id, sequence);
create index events_age on events (occurred_at);

-- What is still to be done about it: one row per event and subscriber, gone when done, kept when given up.
create table deliveries (
  account_id bigint not null,
  event_id uuid not null,
  subscriber text not null,
  attempts integer not null default 0,
  next_try_at timestamptz(3) not null,
  dead_at timestamptz(3),
  last_error text,
  primary key (account_id, event_id, subscriber),
  foreign key (account_id, event_id) references events on delete cascade
);
create index deliveries_due on deliveries (next_try_at) where dead_at is null;

create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  actor text not null,
  key text not null,
  request text not null,
  fingerprint bytea not null,
  status integer not null,
  body text not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, actor, request, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table audit_entries (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  action text not null,
  actor jsonb not null,
  details jsonb not null,
  request_id text,
  ip text,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index audit_entries_newest on audit_entries (account_id, created_at desc, id desc);

-- Rate limits. Each subject has a ring of 61 counters, so that no window of 60 slots ever holds more than its quota,
-- wherever it begins. Unlogged: a crash of the database costs one free window, and no write waits for the disk.
create unlogged table rate_windows (
  subject text primary key,
  latest bigint not null,
  used integer not null,
  slots integer[] not null
) with (fillfactor = 50);

-- Charges every subject, or none. Subjects are locked in the order given, so callers must agree on one order.
create function take_allowance(
  subjects text[], quotas integer[], cost integer, slot_seconds integer, at timestamptz,
  out admitted boolean, out retry_after double precision, out remaining integer[], out resets integer[]
) language plpgsql as $$
declare
  moment double precision := extract(epoch from at);
  slot bigint;
  freed integer;
  rings rate_windows[] := '{}';
  ring rate_windows;
begin
  admitted := true;
  retry_after := 0;
  remaining := '{}';
  resets := '{}';
  for i in 1 .. cardinality(subjects) loop
    select * into ring from rate_windows where subject = subjects[i] for update;
    if not found then
      insert into rate_windows values (subjects[i], 0, 0, array_fill(0, array[61])) on conflict do nothing;
      select * into ring from rate_windows where subject = subjects[i] for update;
    end if;
    -- A clock that steps back must not hand out a second allowance.
    slot := greatest(floor(moment / slot_seconds)::bigint, ring.latest);
    if slot - ring.latest > 60 then
      ring.used := 0;
      ring.slots := array_fill(0, array[61]);
    else
      for old in ring.latest + 1 .. slot loop
        ring.used := ring.used - ring.slots[old % 61 + 1];
        ring.slots[old % 61 + 1] := 0;
      end loop;
    end if;
    ring.latest := slot;
    if ring.used + cost > quotas[i] then
      admitted := false;
      freed := 0;
      for old in slot - 60 .. slot loop
        freed := freed + ring.slots[(old + 61) % 61 + 1];
        if ring.used - freed + cost <= quotas[i] then
          retry_after := greatest(retry_after, (old + 61) * slot_seconds - moment);
          exit;
        end if;
      end loop;
    end if;
    rings := rings || ring;
  end loop;
  for i in 1 .. cardinality(subjects) loop
    ring := rings[i];
    if admitted then
      ring.used := ring.used + cost;
      ring.slots[ring.latest % 61 + 1] := ring.slots[ring.latest % 61 + 1] + cost;
      update rate_windows set latest = ring.latest, used = ring.used, slots = ring.slots where subject = subjects[i];
    end if;
    remaining := remaining || greatest(quotas[i] - ring.used, 0);
    for old in ring.latest - 60 .. ring.latest loop
      if ring.slots[(old + 61) % 61 + 1] > 0 then
        resets := resets || greatest(ceil((old + 61) * slot_seconds - moment)::integer, 1);
        exit;
      end if;
    end loop;
    if cardinality(resets) < i then resets := resets || 0; end if;
  end loop;
end $$;

-- An account as those who act in it know it.
create function account_record(a accounts) returns jsonb
  language sql immutable
  as $$
    select jsonb_build_object('id', a.id::text, 'name', a.name, 'time_zone', a.time_zone, 'locale', a.locale, 'country', a.country,
                              'default_currency', a.default_currency, 'plan', a.plan, 'modules', a.modules)
  $$;

-- Who holds this key, what they may do, and whether they may do it now: one round trip.
-- No row means no such key, or one that is revoked, expired, or whose user is gone.
create function authorise_key(key_hash bytea, key_quota integer, account_quota integer, cost integer, caller_ip text)
returns table (
  key_id bigint, key_name text, key_role text, scopes text[],
  user_id bigint, user_name text, role text, visibility text, super_administrator boolean,
  account_id bigint, account jsonb,
  admitted boolean, retry_after double precision, remaining integer[], resets integer[]
) language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
  used_at timestamptz;
begin
  select k.id, k.name, k.role, k.scopes, k.last_used_at, u.id, u.name, m.role, m.visibility, u.super_administrator, a.id,
         account_record(a)
    into key_id, key_name, key_role, scopes, used_at, user_id, user_name, role, visibility, super_administrator, account_id, account
    from api_keys k
    join accounts a on a.id = k.account_id
    join users u on u.id = k.user_id and u.disabled_at is null
    join memberships m on m.account_id = k.account_id and m.user_id = k.user_id
   where k.hash = key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > at);
  if not found then return; end if;

  select t.admitted, t.retry_after, t.remaining, t.resets into admitted, retry_after, remaining, resets
    from take_allowance(array['key:' || key_id, 'account:' || account_id], array[key_quota, account_quota], cost, 1, at) t;

  if used_at is null or used_at < at - interval '1 minute' then
    update api_keys set last_used_at = at, last_used_ip = caller_ip
     where id = key_id and (last_used_at is null or last_used_at < at - interval '1 minute');
  end if;
  return next;
end $$;

-- The same for a classic account token: whose it is, and whether the address and the account may call now.
create function authorise_classic(token_hash bytea, ip_quota integer, account_quota integer, caller_ip text)
returns table (
  account_id bigint, account jsonb, admitted boolean, retry_after double precision, remaining integer[], resets integer[]
) language plpgsql as $$
begin
  select a.id, account_record(a) into account_id, account from accounts a where a.classic_token_hash = token_hash;
  if not found then return; end if;
  select t.admitted, t.retry_after, t.remaining, t.resets into admitted, retry_after, remaining, resets
    from take_allowance(array['classic:' || caller_ip, 'account:' || account_id], array[ip_quota, account_quota], 1, 1,
                        clock_timestamp()) t;
  return next;
end $$;
