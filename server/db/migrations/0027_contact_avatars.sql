-- Pictures of contacts: the stored file, the address a new one is to be fetched from, when that is due, and when it was last done.
alter table contacts
  add column avatar jsonb,
  add column avatar_source text,
  add column avatar_due_at timestamptz(3),
  add column avatar_asked_at timestamptz(3);
create index contacts_avatar_due on contacts (avatar_due_at) where avatar_due_at is not null;
