-- A position between two others. It is random, so that two concurrent moves get different positions, and has as few
-- digits as possible.
create or replace function place_between(low numeric, high numeric) returns numeric
  language sql volatile
  as $$
    select case when high > low
      then round(low + (high - low) * (0.25 + random() * 0.5)::numeric, greatest(0, 4 - floor(log(high - low)))::int) else low end
  $$;
