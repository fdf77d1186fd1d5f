-- What became of a contact itself is found by its id, as long as events are kept.
create index events_of_contact on events (account_id, (payload #>> '{contact,id}'), occurred_at desc)
  where name in ('contact.updated', 'contact.merged', 'contact.label_added', 'contact.label_removed');
