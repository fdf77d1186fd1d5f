-- The messages and assignments behind the figures of reports, newest first. Counts read only the index.
create index messages_public on messages (account_id, created_at desc, id desc)
  include (conversation_id, inbox_id, direction, author_type, author_id, waited_seconds)
  where not private and status <> 'scheduled';
create index assignments_newest on assignments (account_id, assigned_at desc, id desc);
