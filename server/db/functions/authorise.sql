-- Charges every subject, or none. Subjects are locked in the given order, so all callers must use the same order.
-- A caller that expects more calls in this slot asks for extra ones; it gets a share of the remaining quota while less than half of
-- each quota is used and its present rate leaves room for eight such slots. Near a limit it gets none: calls granted to one
-- node and not made would be refused on another.
drop function if exists take_allowance(text[], integer[], integer, integer, timestamptz);
create or replace function take_allowance(
  subjects text[], quotas integer[], cost integer, slot_seconds integer, at timestamptz, extra integer default 0,
  out admitted boolean, out retry_after double precision, out remaining integer[], out resets integer[],
  out granted integer, out slot bigint, out slot_left double precision
) language plpgsql as $$
declare
  moment double precision := extract(epoch from at);
  this_hour integer := floor(moment / 3600);
  freed integer;
  rings rate_windows[] := '{}';
  ring rate_windows;
begin
  admitted := true;
  granted := cost + extra;
  retry_after := 0;
  remaining := '{}';
  resets := '{}';
  for i in 1 .. cardinality(subjects) loop
    select * into ring from rate_windows where subject = subjects[i] for update;
    if not found then
      insert into rate_windows values (subjects[i], 0, 0, array_fill(0, array[61]), this_hour) on conflict do nothing;
      -- No window is longer than two hours. Two leave for each that comes, so the table does not grow for ever.
      delete from rate_windows where subject in (
        select subject from rate_windows where seen_hour < this_hour - 2 order by seen_hour limit 2 for update skip locked);
      select * into ring from rate_windows where subject = subjects[i] for update;
    end if;
    -- A clock that steps back must not grant a second allowance.
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
    granted := least(granted, cost + case
      when (ring.used + cost) * 2 < quotas[i]
       and (ring.slots[slot % 61 + 1] + ring.slots[(slot + 60) % 61 + 1]) * 8 < quotas[i] - ring.used
      then (quotas[i] - ring.used - cost) / 10 else 0 end);
    rings := rings || ring;
  end loop;
  slot_left := (slot + 1) * slot_seconds - moment;
  for i in 1 .. cardinality(subjects) loop
    ring := rings[i];
    if admitted then
      ring.used := ring.used + granted;
      ring.slots[ring.latest % 61 + 1] := ring.slots[ring.latest % 61 + 1] + granted;
      update rate_windows set latest = ring.latest, used = ring.used, slots = ring.slots, seen_hour = this_hour
       where subject = subjects[i];
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

-- Gives back what was granted in a slot of a second and not used. Subjects come in the order in which they are locked.
create or replace function return_allowance(subjects text[], in_slots bigint[], amounts integer[]) returns void
  language plpgsql as $$
begin
  for i in 1 .. cardinality(subjects) loop
    update rate_windows
       set used = used - amounts[i], slots[in_slots[i] % 61 + 1] = slots[in_slots[i] % 61 + 1] - amounts[i]
     where subject = subjects[i] and latest - in_slots[i] <= 60;
  end loop;
end $$;

-- Gives back the unused calls of the last grant to the same subjects and takes the next one, in slots of a second.
create or replace function renew_allowance(
  subjects text[], quotas integer[], cost integer, at timestamptz, extra integer, unused integer, unused_slot bigint,
  out admitted boolean, out retry_after double precision, out remaining integer[], out resets integer[],
  out granted integer, out slot bigint, out slot_left double precision
) language plpgsql as $$
begin
  if unused > 0 then
    perform return_allowance(subjects, array_fill(unused_slot, array[cardinality(subjects)]),
                             array_fill(unused, array[cardinality(subjects)]));
  end if;
  select t.admitted, t.retry_after, t.remaining, t.resets, t.granted, t.slot, t.slot_left
    into admitted, retry_after, remaining, resets, granted, slot, slot_left
    from take_allowance(subjects, quotas, cost, 1, at, extra) t;
end $$;

-- The account as its members see it.
create or replace function account_record(a accounts) returns jsonb
  language sql immutable
  as $$
    select jsonb_build_object('id', a.id::text, 'name', a.name, 'time_zone', a.time_zone, 'locale', a.locale, 'country', a.country,
                              'default_currency', a.default_currency, 'plan', a.plan, 'modules', a.modules,
                              'contacts_visibility', a.contacts_visibility)
  $$;

-- Finds the holder of a key, their permissions and their remaining allowance in one round trip.
-- No row: the key is unknown, revoked or expired, or its user has no access any more.
drop function if exists authorise_key(bytea, integer, integer, integer, text);
create or replace function authorise_key(
  key_hash bytea, key_quota integer, account_quota integer, cost integer, caller_ip text,
  extra integer default 0, unused integer default 0, unused_slot bigint default 0
) returns table (
  key_id bigint, key_name text, key_role text, scopes text[],
  user_id bigint, user_name text, role text, visibility text, super_administrator boolean,
  account_id bigint, account jsonb,
  subjects text[], admitted boolean, retry_after double precision, remaining integer[], resets integer[],
  granted integer, slot bigint, slot_left double precision
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
    join memberships m on m.account_id = k.account_id and m.user_id = k.user_id and m.deactivated_at is null
   where k.hash = key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > at);
  if not found then return; end if;

  subjects := array['key:' || key_id, 'account:' || account_id];
  select t.admitted, t.retry_after, t.remaining, t.resets, t.granted, t.slot, t.slot_left
    into admitted, retry_after, remaining, resets, granted, slot, slot_left
    from renew_allowance(subjects, array[key_quota, account_quota], cost, at, extra, unused, unused_slot) t;

  if used_at is null or used_at < at - interval '1 minute' then
    update api_keys set last_used_at = at, last_used_ip = caller_ip
     where id = key_id and (last_used_at is null or last_used_at < at - interval '1 minute');
  end if;
  return next;
end $$;

-- The same for the access token of a connected assistant, which is good for its resource and the narrower addresses below it.
drop function if exists authorise_token(bytea, text, integer, integer, integer, text);
create or replace function authorise_token(
  token_hash bytea, called text, key_quota integer, account_quota integer, cost integer, caller_ip text,
  extra integer default 0, unused integer default 0, unused_slot bigint default 0
) returns table (
  key_id bigint, key_name text, key_role text, scopes text[],
  user_id bigint, user_name text, role text, visibility text, super_administrator boolean,
  account_id bigint, account jsonb,
  subjects text[], admitted boolean, retry_after double precision, remaining integer[], resets integer[],
  granted integer, slot bigint, slot_left double precision
) language plpgsql as $$
declare
  key_hash bytea;
begin
  select k.hash into key_hash from oauth_tokens t join api_keys k on k.id = t.key_id
   where t.hash = token_hash and t.kind = 'access' and t.expires_at > clock_timestamp()
     and (called = t.resource or starts_with(called, t.resource || '/'));
  if not found then return; end if;
  return query select * from authorise_key(key_hash, key_quota, account_quota, cost, caller_ip, extra, unused, unused_slot);
end $$;

-- The same for a token of the classic routes, limited by caller address and account: the account's own, a bot's, or that
-- of a person, in the wanted account or else in their first one.
drop function if exists authorise_classic_token(bytea, bigint, integer, integer, text);
create or replace function authorise_classic_token(
  token_hash bytea, wanted bigint, ip_quota integer, account_quota integer, caller_ip text,
  extra integer default 0, unused integer default 0, unused_slot bigint default 0
) returns table (
  account_id bigint, account jsonb, bot jsonb, person jsonb,
  subjects text[], admitted boolean, retry_after double precision, remaining integer[], resets integer[],
  granted integer, slot bigint, slot_left double precision
) language plpgsql as $$
begin
  select a.id, account_record(a) into account_id, account from accounts a where a.classic_token_hash = token_hash;
  if not found then
    select a.id, account_record(a), jsonb_build_object('id', b.id::text, 'name', b.name) into account_id, account, bot
      from agent_bots b join accounts a on a.id = b.account_id where b.token_hash = authorise_classic_token.token_hash;
  end if;
  if account_id is null then
    select a.id, account_record(a), jsonb_build_object('id', u.id::text, 'name', u.name, 'role', m.role, 'visibility', m.visibility)
      into account_id, account, person
      from user_tokens t
      join users u on u.id = t.user_id and u.disabled_at is null
      join memberships m on m.user_id = u.id and m.deactivated_at is null
      join accounts a on a.id = m.account_id
     where t.hash = token_hash
     order by m.account_id is distinct from wanted, m.account_id limit 1;
  end if;
  if account_id is null then return; end if;
  -- The classic token has its own limits, separate from those of API keys.
  subjects := array['classic:' || caller_ip, 'classic-account:' || account_id];
  select t.admitted, t.retry_after, t.remaining, t.resets, t.granted, t.slot, t.slot_left
    into admitted, retry_after, remaining, resets, granted, slot, slot_left
    from renew_allowance(subjects, array[ip_quota, account_quota], 1, clock_timestamp(), extra, unused, unused_slot) t;
  return next;
end $$;
