-- A file for the headers of templates belongs to an inbox instead of a message.
alter table attachments
  alter column message_id drop not null,
  add column inbox_id bigint,
  add foreign key (account_id, inbox_id) references inboxes on delete cascade,
  add check (num_nonnulls(message_id, inbox_id) = 1);
create index attachments_inbox on attachments (account_id, inbox_id, id);
