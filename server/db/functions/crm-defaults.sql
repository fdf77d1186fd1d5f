-- The first stages of a new pipeline, in the language of the workspace.
create or replace function seed_stages(account bigint, pipeline bigint, pipeline_kind text, locale text) returns void
  language sql
  as $$
    insert into stages (account_id, pipeline_id, name, type, "order", probability, created_at, updated_at)
    select account, pipeline, case when seed_stages.locale = 'en' then en else es end, type, place, probability, now(), now()
      from (values
        (true, 1, 'Nuevo', 'New', 'open', 10), (true, 2, 'Contactado', 'Contacted', 'open', 25),
        (true, 3, 'En calificación', 'Qualifying', 'open', 40), (true, 4, 'Calificado', 'Qualified', 'won', 100),
        (true, 5, 'Descartado', 'Discarded', 'lost', 0),
        (false, 1, 'Nuevo', 'New', 'open', 10), (false, 2, 'Contactado', 'Contacted', 'open', 25),
        (false, 3, 'Calificado', 'Qualified', 'open', 40), (false, 4, 'Propuesta', 'Proposal', 'open', 60),
        (false, 5, 'Negociación', 'Negotiation', 'open', 80), (false, 6, 'Ganado', 'Won', 'won', 100),
        (false, 7, 'Perdido', 'Lost', 'lost', 0)) as s (of_leads, place, es, en, type, probability)
     where of_leads = (pipeline_kind = 'leads') order by place
  $$;

-- Pipelines and lost reasons of a new workspace.
create or replace function seed_crm(account bigint, locale text, currency text) returns void
  language plpgsql
  as $$
declare
  pipeline bigint;
begin
  insert into pipelines (account_id, name, kind, default_currency, is_default, created_at, updated_at)
  values (account, 'Leads', 'leads', currency, true, now(), now()) returning id into pipeline;
  perform seed_stages(account, pipeline, 'leads', locale);
  insert into pipelines (account_id, name, kind, default_currency, is_default, created_at, updated_at)
  values (account, case when locale = 'en' then 'Sales' else 'Ventas' end, 'opportunities', currency, true, now(), now()) returning id into pipeline;
  perform seed_stages(account, pipeline, 'opportunities', locale);
  insert into lost_reasons (account_id, name, created_at, updated_at)
  select account, case when locale = 'en' then en else es end, now(), now()
    from (values
      (1, 'Precio fuera de presupuesto', 'Price over budget'), (2, 'Crédito negado', 'Credit denied'),
      (3, 'Compró con la competencia', 'Bought from a competitor'), (4, 'No respondió', 'Did not answer'),
      (5, 'Aplazó la decisión', 'Put the decision off'), (6, 'Ubicación no conviene', 'Location does not suit'),
      (7, 'Inmueble/vehículo ya no disponible', 'Property/vehicle no longer available'),
      (8, 'Condiciones del inmueble', 'Condition of the property'), (9, 'No califica (ingresos)', 'Does not qualify (income)'),
      (10, 'Solo estaba cotizando', 'Was only comparing prices'), (11, 'Datos errados/duplicado', 'Wrong data/duplicate'),
      (12, 'Otro', 'Other')) as r (place, es, en) order by place;
end $$;
