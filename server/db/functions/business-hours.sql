-- Whether a moment lies within business hours. No hours: always.
create or replace function is_open(hours jsonb, at timestamptz) returns boolean
  language sql stable parallel safe
  as $$
    select hours is null or exists (
      select from (select at at time zone (hours ->> 'time_zone') as local) moment, jsonb_array_elements(hours -> 'intervals') span
       where (span ->> 'day')::int = extract(isodow from local)
         and to_char(local, 'HH24:MI') >= span ->> 'from' and to_char(local, 'HH24:MI') < span ->> 'to'
         and not (hours -> 'holidays') @> jsonb_build_array(jsonb_build_object('date', to_char(local, 'YYYY-MM-DD'))))
  $$;

-- The moment at which this many working minutes have passed; null when that takes more than two years. Counts the
-- minutes for which is_open holds: where clocks change, an hour of the day may be missing or occur twice.
create or replace function working_after(hours jsonb, since timestamptz, minutes integer) returns timestamptz
  language plpgsql stable parallel safe strict
  as $$
declare
  zone text := hours ->> 'time_zone';
  -- Where midnight occurs twice, the first hour of a day still belongs to the day before.
  today date := (since at time zone zone)::date - 1;
  stretch timestamptz;
  ends timestamptz;
  step interval;
  local timestamp;
  span jsonb;
  opens timestamptz;
  closes timestamptz;
  remaining interval := make_interval(mins => minutes);
begin
  if jsonb_array_length(hours -> 'intervals') = 0 then return null; end if;
  for n in 0 .. 800 loop
    stretch := today::timestamp at time zone zone;
    ends := (today + 1)::timestamp at time zone zone;
    -- A day on which clocks change is processed in quarters of an hour; no change falls within one.
    step := case when ends - stretch = interval '24 hours' then interval '24 hours' else interval '15 minutes' end;
    while stretch < ends loop
      local := stretch at time zone zone;
      if stretch + step > since and not (hours -> 'holidays') @> jsonb_build_array(jsonb_build_object('date', to_char(local, 'YYYY-MM-DD'))) then
        for span in select s from jsonb_array_elements(hours -> 'intervals') s
                     where (s ->> 'day')::int = extract(isodow from local) order by s ->> 'from' loop
          opens := greatest(stretch + (local::date + (span ->> 'from')::interval - local), stretch, since);
          closes := least(stretch + (local::date + (span ->> 'to')::interval - local), stretch + step);
          if closes > opens then
            if remaining <= closes - opens then return opens + remaining; end if;
            remaining := remaining - (closes - opens);
          end if;
        end loop;
      end if;
      stretch := stretch + step;
    end loop;
    today := today + 1;
  end loop;
  return null;
end $$;

-- The same, in plain minutes when there are no hours.
create or replace function due_after(hours jsonb, since timestamptz, minutes integer) returns timestamptz
  language sql stable parallel safe
  as $$ select case when hours is null then since + make_interval(mins => minutes) else working_after(hours, since, minutes) end $$;

-- The working seconds between two moments, or all seconds when there are no hours.
create or replace function working_between(hours jsonb, since timestamptz, until timestamptz) returns integer
  language plpgsql stable parallel safe
  as $$
declare
  zone text := hours ->> 'time_zone';
  today date;
  stretch timestamptz;
  ends timestamptz;
  step interval;
  local timestamp;
  span jsonb;
  opens timestamptz;
  closes timestamptz;
  worked interval := interval '0';
begin
  if since is null or until is null then return null; end if;
  if hours is null then return floor(extract(epoch from greatest(until - since, interval '0'))); end if;
  today := (since at time zone zone)::date - 1;
  while today::timestamp at time zone zone < until loop
    stretch := today::timestamp at time zone zone;
    ends := (today + 1)::timestamp at time zone zone;
    -- As in working_after.
    step := case when ends - stretch = interval '24 hours' then interval '24 hours' else interval '15 minutes' end;
    while stretch < ends and stretch < until loop
      local := stretch at time zone zone;
      if stretch + step > since and not (hours -> 'holidays') @> jsonb_build_array(jsonb_build_object('date', to_char(local, 'YYYY-MM-DD'))) then
        for span in select s from jsonb_array_elements(hours -> 'intervals') s where (s ->> 'day')::int = extract(isodow from local) loop
          opens := greatest(stretch + (local::date + (span ->> 'from')::interval - local), stretch, since);
          closes := least(stretch + (local::date + (span ->> 'to')::interval - local), stretch + step, until);
          if closes > opens then worked := worked + (closes - opens); end if;
        end loop;
      end if;
      stretch := stretch + step;
    end loop;
    today := today + 1;
  end loop;
  return floor(extract(epoch from worked));
end $$;

-- The targets of a conversation: when each is due, and when people are warned, with a quarter of its time left.
create or replace function sla_targets(
  hours jsonb, sla jsonb, conversation_priority text, status text, opened_at timestamptz, waiting_since timestamptz, first_reply_at timestamptz
) returns table (kind text, since timestamptz, warn_at timestamptz, due_at timestamptz)
  language plpgsql stable parallel safe as $$
declare
  target jsonb;
begin
  if status = 'resolved' then return; end if;
  select t into target from jsonb_array_elements(sla -> 'targets') t
   where t ->> 'priority' = conversation_priority or t ->> 'priority' is null order by t ->> 'priority' nulls last limit 1;
  if not (sla ->> 'business_hours_only')::boolean then hours := null; end if;
  return query
    select t.kind, t.since, case when t.minutes >= 4 then due_after(hours, t.since, t.minutes * 3 / 4) end, due_after(hours, t.since, t.minutes)
      from (values
        ('first_response', case when first_reply_at is null then waiting_since end, (target ->> 'first_response_minutes')::int),
        ('next_response', case when first_reply_at is not null then waiting_since end, (target ->> 'next_response_minutes')::int),
        ('resolution', opened_at, (target ->> 'resolution_minutes')::int)) as t (kind, since, minutes)
     where t.since is not null and t.minutes is not null;
end $$;

-- When a conversation must be answered and resolved, and the next of these times and of their warnings.
create or replace function sla_schedule(
  hours jsonb, sla jsonb, conversation_priority text, status text, opened_at timestamptz, waiting_since timestamptz, first_reply_at timestamptz,
  out first_response_due_at timestamptz, out next_response_due_at timestamptz, out resolution_due_at timestamptz,
  out sla_due_at timestamptz, out sla_warn_at timestamptz
) language sql stable parallel safe as $$
  select max(t.due_at) filter (where t.kind = 'first_response'), max(t.due_at) filter (where t.kind = 'next_response'),
         max(t.due_at) filter (where t.kind = 'resolution'), min(t.due_at), min(t.warn_at)
    from sla_targets(hours, sla, conversation_priority, status, opened_at, waiting_since, first_reply_at) t
$$;
