-- Text without case and accents. The migration declares it in SQL, which cannot be inlined because unaccent is only stable;
-- in plpgsql a call costs a quarter of that.
create or replace function fold(value text) returns text
  language plpgsql immutable parallel safe strict
  as $$ begin return lower(public.unaccent('public.unaccent'::regdictionary, value)); end $$;
