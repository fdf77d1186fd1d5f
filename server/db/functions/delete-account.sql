-- Deletes a workspace with all of its rows. Tables that others refer to come last: a table whose rows are still
-- referred to is left for the next pass.
create or replace function delete_account(gone bigint) returns void
  language plpgsql
  as $$
  declare
    each_table regclass;
    waiting int;
    before int := null;
  begin
    loop
      waiting := 0;
      for each_table in
        select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
         where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      loop
        begin
          execute format('delete from %s where account_id = $1', each_table) using gone;
        exception when foreign_key_violation then
          waiting := waiting + 1;
        end;
      end loop;
      exit when waiting = 0;
      if waiting = before then
        raise exception 'the account % cannot be deleted', gone;
      end if;
      before := waiting;
    end loop;
    delete from accounts where id = gone;
  end
  $$;
