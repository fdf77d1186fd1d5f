-- Contacts that agents with limited visibility see: all of them, or those of records they see and those without any.
alter table accounts add column contacts_visibility text not null default 'all'
  check (contacts_visibility in ('all', 'related'));
