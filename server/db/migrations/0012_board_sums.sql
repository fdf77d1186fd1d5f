-- Most records of a board are closed. Their sums are kept up to date, so that the totals of a board only count open
-- records.

create table board_sums (
  account_id bigint not null references accounts on delete cascade,
  pipeline_id bigint not null,
  kind text collate "C" not null check (kind in ('lead', 'opportunity')),
  stage_id bigint not null,
  currency text collate "C" not null,
  -- 0: no owner.
  owner_id bigint not null,
  count bigint not null,
  amount numeric not null,
  weighted numeric not null,
  primary key (account_id, pipeline_id, kind, stage_id, currency, owner_id)
);

-- Changes to the sums, written without waiting for other transactions and added to the sums periodically.
create table board_deltas (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  pipeline_id bigint not null,
  kind text collate "C" not null,
  stage_id bigint not null,
  currency text collate "C" not null,
  owner_id bigint not null,
  count integer not null,
  amount numeric not null,
  weighted numeric not null,
  noted_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);

insert into board_sums
select account_id, pipeline_id, 'lead', stage_id, currency, coalesce(owner_id, 0), count(*), coalesce(sum(estimated_value), 0), 0
  from leads where status in ('unqualified', 'converted') and deleted_at is null group by 1, 2, 4, 5, 6
union all
select account_id, pipeline_id, 'opportunity', stage_id, currency, coalesce(owner_id, 0), count(*), coalesce(sum(amount), 0),
       coalesce(sum(round(amount * probability / 100, 2)), 0)
  from opportunities where status <> 'open' and deleted_at is null group by 1, 2, 4, 5, 6;

drop index leads_totals;
create index leads_totals on leads (account_id, pipeline_id, stage_id, currency) include (estimated_value, owner_id)
  where deleted_at is null and status in ('new', 'qualified');
drop index opportunities_totals;
create index opportunities_totals on opportunities (account_id, pipeline_id, stage_id, currency) include (amount, probability, owner_id)
  where deleted_at is null and status = 'open';

-- The column of one owner, who may have few records among many.
create index leads_board_owner on leads (account_id, owner_id, stage_id, position, id);
create index opportunities_board_owner on opportunities (account_id, owner_id, stage_id, position, id);

-- New records are counted by owner and contact from the index alone.
drop index leads_newest;
create index leads_newest on leads (account_id, created_at desc, id desc) include (owner_id, contact_id, pipeline_id) where deleted_at is null;
drop index opportunities_newest;
create index opportunities_newest on opportunities (account_id, created_at desc, id desc) include (owner_id, contact_id, pipeline_id) where deleted_at is null;
