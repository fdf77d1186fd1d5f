-- CRM: pipelines and stages, leads, opportunities, activities, lost reasons.

create table pipelines (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  kind text not null check (kind in ('leads', 'opportunities', 'mixed')),
  description text,
  default_currency text not null,
  is_default boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index pipelines_name_unique on pipelines (account_id, lower(name));
create unique index pipelines_one_default on pipelines (account_id, kind) where is_default;

create table stages (
  account_id bigint not null,
  id bigint generated always as identity,
  pipeline_id bigint not null,
  name text not null,
  type text not null check (type in ('open', 'won', 'lost')),
  "order" integer not null,
  probability integer not null check (probability between 0 and 100),
  color text,
  rotting_days integer check (rotting_days > 0),
  -- Fields required to enter this stage.
  required_fields text[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  -- A stage belongs to the pipeline of its records.
  constraint stages_pipeline unique (account_id, pipeline_id, id),
  foreign key (account_id, pipeline_id) references pipelines on delete cascade
);
create unique index stages_name_unique on stages (account_id, pipeline_id, lower(name));

create table lost_reasons (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index lost_reasons_name_unique on lost_reasons (account_id, lower(name));

-- Positions on boards. Later records come first, and concurrent ones never share a position.
create sequence board_places;

create table leads (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  company_name text,
  email text,
  phone text,
  source text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  attribution_detail text,
  utm_origin text check (utm_origin in ('automatic', 'manual')),
  utm_origin_by jsonb,
  utm_origin_at timestamptz(3),
  -- The first touch; never overwritten.
  utm_auto jsonb,
  estimated_value numeric(18, 2) check (estimated_value >= 0),
  currency text not null,
  owner_id bigint,
  contact_id bigint,
  pipeline_id bigint not null,
  stage_id bigint not null,
  stage_entered_at timestamptz(3) not null,
  -- Position in the stage, from the top. There is always room between two positions.
  position numeric not null default -nextval('board_places'),
  status text not null check (status in ('new', 'qualified', 'unqualified', 'converted')),
  lost_reason text,
  converted_at timestamptz(3),
  custom_attributes jsonb not null default '{}',
  last_activity_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- In the bin since then: hidden elsewhere, and deleted after a while. The record it was merged into, if any.
  deleted_at timestamptz(3),
  deleted_by jsonb,
  merged_into jsonb,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references memberships on delete set null (owner_id),
  foreign key (account_id, contact_id) references contacts on delete set null (contact_id),
  foreign key (account_id, pipeline_id, stage_id) references stages (account_id, pipeline_id, id),
  check ((deleted_at is null) = (deleted_by is null)),
  check (deleted_at is not null or merged_into is null)
);
create index leads_newest on leads (account_id, created_at desc, id desc);
create index leads_pipeline on leads (account_id, pipeline_id, created_at desc, id desc);
create index leads_stage on leads (account_id, pipeline_id, stage_id, created_at desc, id desc);
create index leads_board on leads (account_id, stage_id, position, id);
-- Covers the totals of a board, so that they are computed from the index alone.
create index leads_totals on leads (account_id, pipeline_id, stage_id, currency) include (estimated_value, owner_id) where deleted_at is null;
create index leads_status on leads (account_id, status, created_at desc, id desc);
create index leads_owner on leads (account_id, owner_id, created_at desc, id desc);
create index leads_contact on leads (account_id, contact_id, created_at desc, id desc);
create index leads_bin on leads (account_id, deleted_at desc, id desc) where deleted_at is not null;
create index leads_bin_oldest on leads (deleted_at) where deleted_at is not null;

create table opportunities (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text,
  amount numeric(18, 2) check (amount >= 0),
  currency text not null,
  expected_close_date date not null,
  actual_close_date date,
  closed_at timestamptz(3),
  probability integer not null check (probability between 0 and 100),
  utm_source text,
  utm_medium text,
  utm_campaign text,
  attribution_detail text,
  utm_origin text check (utm_origin in ('automatic', 'manual')),
  utm_origin_by jsonb,
  utm_origin_at timestamptz(3),
  utm_auto jsonb,
  owner_id bigint,
  contact_id bigint,
  -- The lead it was converted from.
  lead_id bigint,
  pipeline_id bigint not null,
  stage_id bigint not null,
  stage_entered_at timestamptz(3) not null,
  position numeric not null default -nextval('board_places'),
  status text not null check (status in ('open', 'won', 'lost')),
  -- Name of the reason at that time, and the reason itself.
  lost_reason text,
  lost_reason_id bigint,
  custom_attributes jsonb not null default '{}',
  last_activity_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by jsonb,
  merged_into jsonb,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references memberships on delete set null (owner_id),
  foreign key (account_id, contact_id) references contacts on delete set null (contact_id),
  foreign key (account_id, lead_id) references leads on delete set null (lead_id),
  foreign key (account_id, lost_reason_id) references lost_reasons on delete set null (lost_reason_id),
  foreign key (account_id, pipeline_id, stage_id) references stages (account_id, pipeline_id, id),
  check ((status = 'open') = (closed_at is null) and (status = 'open') = (actual_close_date is null)),
  check (status = 'lost' or lost_reason is null),
  check ((deleted_at is null) = (deleted_by is null)),
  check (deleted_at is not null or merged_into is null)
);
-- A lead is converted once, unless the opportunity was deleted.
create unique index opportunities_lead_once on opportunities (account_id, lead_id) where deleted_at is null;
create index opportunities_lead on opportunities (account_id, lead_id);
create index opportunities_newest on opportunities (account_id, created_at desc, id desc);
create index opportunities_pipeline on opportunities (account_id, pipeline_id, created_at desc, id desc);
create index opportunities_stage on opportunities (account_id, pipeline_id, stage_id, created_at desc, id desc);
create index opportunities_board on opportunities (account_id, stage_id, position, id);
create index opportunities_totals on opportunities (account_id, pipeline_id, stage_id, currency) include (amount, probability, owner_id)
  where deleted_at is null;
create index opportunities_status on opportunities (account_id, status, created_at desc, id desc);
create index opportunities_owner on opportunities (account_id, owner_id, created_at desc, id desc);
create index opportunities_contact on opportunities (account_id, contact_id, created_at desc, id desc);
create index opportunities_expected on opportunities (account_id, expected_close_date, id);
create index opportunities_closed on opportunities (account_id, actual_close_date, id) where actual_close_date is not null;
create index opportunities_lost_reason on opportunities (account_id, lost_reason_id);
create index opportunities_bin on opportunities (account_id, deleted_at desc, id desc) where deleted_at is not null;
create index opportunities_bin_oldest on opportunities (deleted_at) where deleted_at is not null;

-- Stays in stages, with start and end. The name remains when the stage is deleted.
create table stage_history (
  account_id bigint not null,
  id bigint generated always as identity,
  lead_id bigint,
  opportunity_id bigint,
  pipeline_id bigint not null,
  stage_id bigint,
  stage_name text not null,
  stage_type text not null,
  author jsonb not null,
  entered_at timestamptz(3) not null,
  left_at timestamptz(3),
  -- The stay belongs to a duplicate that was merged into this record.
  merged boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, lead_id) references leads on delete cascade,
  foreign key (account_id, opportunity_id) references opportunities on delete cascade,
  foreign key (account_id, pipeline_id) references pipelines on delete cascade,
  foreign key (account_id, stage_id) references stages on delete set null (stage_id),
  check (num_nonnulls(lead_id, opportunity_id) = 1),
  check (left_at >= entered_at)
);
create index stage_history_lead on stage_history (account_id, lead_id, id);
create index stage_history_opportunity on stage_history (account_id, opportunity_id, id);
create index stage_history_pipeline on stage_history (account_id, pipeline_id, entered_at);
create index stage_history_stage on stage_history (account_id, stage_id);
-- A record is in one stage at a time.
create unique index stage_history_lead_now on stage_history (account_id, lead_id) where left_at is null and lead_id is not null;
create unique index stage_history_opportunity_now on stage_history (account_id, opportunity_id) where left_at is null and opportunity_id is not null;

-- The timeline: notes, planned and completed activities, and changes.
create table activities (
  account_id bigint not null,
  id bigint generated always as identity,
  lead_id bigint,
  opportunity_id bigint,
  type text not null check (type in ('note', 'call', 'meeting', 'task', 'email', 'stage_change', 'field_change')),
  body text,
  changes jsonb,
  author jsonb not null,
  assignee_id bigint,
  due_at timestamptz(3),
  -- When the reminder is due; null once it was sent or the activity is completed.
  remind_at timestamptz(3),
  completed_at timestamptz(3),
  completed_by jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, lead_id) references leads on delete cascade,
  foreign key (account_id, opportunity_id) references opportunities on delete cascade,
  foreign key (account_id, assignee_id) references memberships on delete set null (assignee_id),
  check (num_nonnulls(lead_id, opportunity_id) = 1)
);
create index activities_newest on activities (account_id, created_at desc, id desc);
create index activities_lead on activities (account_id, lead_id, created_at desc, id desc);
create index activities_opportunity on activities (account_id, opportunity_id, created_at desc, id desc);
create index activities_assignee on activities (account_id, assignee_id, created_at desc, id desc);
create index activities_pending on activities (account_id, due_at, id) where due_at is not null and completed_at is null;
create index activities_pending_assignee on activities (account_id, assignee_id, due_at, id) where due_at is not null and completed_at is null;
create index activities_remind on activities (remind_at) where remind_at is not null;

-- The first stages of a new pipeline, in the language of the workspace.
create function seed_stages(account bigint, pipeline bigint, pipeline_kind text, locale text) returns void
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
create function seed_crm(account bigint, locale text, currency text) returns void
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

select seed_crm(id, locale, default_currency) from accounts;
