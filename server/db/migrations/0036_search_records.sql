-- Leads and deals are found by the words of their own fields, their contact and their items.
alter table leads add column search text not null generated always as
  (fold(name || ' ' || coalesce(company_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) stored;
create index leads_search on leads using gin (pieces(account_id, search)) with (gin_pending_list_limit = 256);
alter table opportunities add column search text not null generated always as (fold(name)) stored;
create index opportunities_search on opportunities using gin (pieces(account_id, search)) with (gin_pending_list_limit = 256);
create index contacts_company on contacts using gin (pieces(account_id, fold(company_name))) with (gin_pending_list_limit = 256);
create index crm_items_search on crm_items using gin (pieces(account_id, fold(name))) with (gin_pending_list_limit = 256);

-- Values of a contact as index terms, without regard to case and accents: its custom attributes and the fields that are
-- asked for like attributes. Equal numbers get equal terms, and long texts are cut, because matches are compared again.
create function contact_terms(account_id bigint, custom_attributes jsonb, city text, country text, company_name text, job_title text)
  returns text[] language sql immutable parallel safe cost 1000
  as $$
    select array(
      select account_id || ':' || key || '=' || case jsonb_typeof(value) when 'number' then trim_scale(value::numeric)::text else public.fold(left(value::text, 200)) end
        from (select * from jsonb_each(custom_attributes)
              union all
              select * from jsonb_each(jsonb_strip_nulls(jsonb_build_object(
                'city', city, 'country', country, 'company_name', company_name, 'job_title', job_title)))) each)
  $$;
create index contacts_values on contacts
  using gin (contact_terms(account_id, custom_attributes, city, country, company_name, job_title)) with (gin_pending_list_limit = 256);
drop index contacts_attributes;
drop function attribute_terms(bigint, jsonb);
