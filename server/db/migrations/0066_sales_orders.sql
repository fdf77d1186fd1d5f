-- Lists of leads and deals in the order of a column that a person clicked.
create index leads_by_name on leads (account_id, fold(name), id) where deleted_at is null;
create index leads_by_amount on leads (account_id, coalesce(estimated_value, 0), id) where deleted_at is null;
create index opportunities_by_name on opportunities (account_id, fold(name), id) where deleted_at is null;
create index opportunities_by_amount on opportunities (account_id, coalesce(amount, 0), id) where deleted_at is null;
