-- How long a call, meeting or task takes; null if not given.
alter table activities add column duration_minutes integer check (duration_minutes between 1 and 1440);
