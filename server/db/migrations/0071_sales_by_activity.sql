-- Lists of leads and deals in the order of their last activity.
create index leads_by_activity on leads (account_id, last_activity_at, id) where deleted_at is null;
create index opportunities_by_activity on opportunities (account_id, last_activity_at, id) where deleted_at is null;
