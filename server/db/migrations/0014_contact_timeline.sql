-- Finds the events of a contact by its id, as long as events are stored.
create index events_of_contact on events (account_id, (payload #>> '{contact,id}'), occurred_at desc)
  where name in ('contact.updated', 'contact.merged', 'contact.label_added', 'contact.label_removed');
