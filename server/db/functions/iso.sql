-- A timestamp in wire format, for use inside JSON.
create or replace function iso(moment timestamptz) returns text
  language sql immutable parallel safe strict
  as $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
