-- Phone numbers in their canonical form, as contract/phone.ts defines it. Contacts that then share a number are one person:
-- the oldest stays, takes over every record of the others and their values for its empty fields.

create function pg_temp.canonical_phone(phone text) returns text
  language sql immutable
  as $$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(phone,
             '^\+521([2-9][0-9]{9})$', '+52\1'),
             '^\+549?(11(?=15[0-9]{8}$)|[23][0-9]{2}(?=15[0-9]{7}$)|[23][0-9]{3}(?=15[0-9]{6}$))15', '+549\1'),
             '^\+54(11[0-9]{8}|[23][0-9]{9})$', '+549\1'),
             '^\+55([1-9]{2})([6-9][0-9]{7})$', '+55\19\2')
  $$;

-- Until the end nobody writes a contact or a row that refers to one.
lock table contacts in exclusive mode;

create temp table canonical on commit drop as
select c.account_id, c.id, c.phone_number, c.phone_number <> c.written as is_rewritten,
       first_value(c.id) over person as kept_id, row_number() over person as place
  from (select account_id, id, created_at, phone_number as written, pg_temp.canonical_phone(phone_number) as phone_number
          from contacts where phone_number ~ '^\+5[245]') c
window person as (partition by c.account_id, c.phone_number order by c.created_at, c.id);
analyze canonical;

create temp table merged on commit drop as select account_id, id, kept_id, place from canonical where id <> kept_id;
create unique index on merged (account_id, id);
analyze merged;

-- The first value of each field among the duplicates, oldest first.
create temp table filling on commit drop as
select m.account_id, m.kept_id as id, max(c.last_activity_at) as last_activity_at,
       (array_agg(c.email order by m.place) filter (where c.email is not null))[1] as email,
       (array_agg(c.city order by m.place) filter (where c.city is not null))[1] as city,
       (array_agg(c.country order by m.place) filter (where c.country is not null))[1] as country,
       (array_agg(c.company_name order by m.place) filter (where c.company_name is not null))[1] as company_name,
       (array_agg(c.job_title order by m.place) filter (where c.job_title is not null))[1] as job_title,
       (array_agg(c.bio order by m.place) filter (where c.bio is not null))[1] as bio,
       (array_agg(c.identifier order by m.place) filter (where c.identifier is not null))[1] as identifier,
       min(c.opted_out_at) as opted_out_at
  from merged m join contacts c on c.account_id = m.account_id and c.id = m.id
 group by m.account_id, m.kept_id;

-- Of several values for one key the last one stays, which is that of the oldest.
create temp table filling_attributes on commit drop as
select m.account_id, m.kept_id as id, jsonb_object_agg(a.key, a.value order by m.place desc) as custom_attributes
  from merged m join contacts c on c.account_id = m.account_id and c.id = m.id
 cross join jsonb_each(c.custom_attributes) a
 group by m.account_id, m.kept_id;

-- Values of the others that do not fill an empty field are kept in a note.
insert into contact_notes (account_id, contact_id, body, author, created_at)
select m.account_id, m.kept_id,
       case w.locale when 'en' then 'Merged with another contact of the same phone number. Its other details:'
                     else 'Se combinó con otro contacto del mismo número de teléfono. Sus otros datos:' end
         || string_agg(E'\n' || case w.locale when 'en' then v.en else v.es end || ': ' || v.value, '' order by v.place, v.es),
       '{"type": "system", "id": null, "name": "Hilo"}', now()
  from merged m
  join accounts w on w.id = m.account_id
  join contacts d on d.account_id = m.account_id and d.id = m.id
  join contacts k on k.account_id = m.account_id and k.id = m.kept_id
  join filling f on f.account_id = m.account_id and f.id = m.kept_id
  left join filling_attributes a on a.account_id = m.account_id and a.id = m.kept_id
 cross join lateral (
   values (1, 'Nombre', 'Name', d.name, k.name),
          (2, 'Correo', 'E-mail', d.email, coalesce(k.email, f.email)),
          (3, 'Identificador', 'Identifier', d.identifier, coalesce(k.identifier, f.identifier)),
          (4, 'Ciudad', 'City', d.city, coalesce(k.city, f.city)),
          (5, 'País', 'Country', d.country, coalesce(k.country, f.country)),
          (6, 'Empresa', 'Company', d.company_name, coalesce(k.company_name, f.company_name)),
          (7, 'Cargo', 'Position', d.job_title, coalesce(k.job_title, f.job_title)),
          (8, 'Descripción', 'Description', d.bio, coalesce(k.bio, f.bio))
    union all
   select 9, o.key, o.key, o.value, (a.custom_attributes || k.custom_attributes) ->> o.key from jsonb_each_text(d.custom_attributes) o
   ) as v (place, es, en, value, stays)
 where v.value <> v.stays
 group by m.account_id, m.id, m.kept_id, w.locale;

-- Labels and campaign recipients are unique per contact. Of several recipients the one furthest along stays.
insert into contact_labels (account_id, contact_id, label_id)
select l.account_id, m.kept_id, l.label_id from contact_labels l join merged m on m.account_id = l.account_id and m.id = l.contact_id
    on conflict do nothing;
delete from contact_labels l using merged m where l.account_id = m.account_id and l.contact_id = m.id;
delete from campaign_recipients r
 using (select x.account_id, x.campaign_id, x.contact_id,
               row_number() over (partition by x.account_id, x.campaign_id, p.kept_id
                 order by array_position('{replied,sent,queued,failed}'::text[], x.status), p.place) as place
          from campaign_recipients x join canonical p on p.account_id = x.account_id and p.id = x.contact_id) d
 where d.place > 1 and r.account_id = d.account_id and r.campaign_id = d.campaign_id and r.contact_id = d.contact_id;

do $$
declare
  reference record;
begin
  for reference in
    select c.conrelid::regclass as source, a.attname as field
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
     where c.contype = 'f' and c.confrelid = 'contacts'::regclass
  loop
    execute format('update %1$s r set %2$I = m.kept_id from merged m where r.account_id = m.account_id and r.%2$I = m.id',
      reference.source, reference.field);
  end loop;
end $$;

delete from contacts c using merged m where c.account_id = m.account_id and c.id = m.id;

update contacts c
   set phone_number = p.phone_number,
       email = coalesce(c.email, f.email), city = coalesce(c.city, f.city), country = coalesce(c.country, f.country),
       company_name = coalesce(c.company_name, f.company_name), job_title = coalesce(c.job_title, f.job_title),
       bio = coalesce(c.bio, f.bio), identifier = coalesce(c.identifier, f.identifier),
       opted_out_at = least(c.opted_out_at, f.opted_out_at), last_activity_at = greatest(c.last_activity_at, f.last_activity_at),
       custom_attributes = coalesce(a.custom_attributes, '{}') || c.custom_attributes,
       first_inbox_id = case when f.id is null then c.first_inbox_id else (
         select v.inbox_id from conversations v where v.account_id = c.account_id and v.contact_id = c.id order by v.created_at, v.id limit 1) end,
       updated_at = now()
  from canonical p
  left join filling f on f.account_id = p.account_id and f.id = p.id
  left join filling_attributes a on a.account_id = p.account_id and a.id = p.id
 where c.account_id = p.account_id and c.id = p.id and p.id = p.kept_id and (p.is_rewritten or f.id is not null);

-- Response times depend on all conversations of a contact.
select refresh_lead_responses(l.account_id, array_agg(l.id))
  from leads l join filling f on f.account_id = l.account_id and f.id = l.contact_id group by l.account_id;

update leads l
   set phone = pg_temp.canonical_phone(l.phone), updated_at = now()
 where l.phone ~ '^\+5[245]' and l.phone <> pg_temp.canonical_phone(l.phone);
