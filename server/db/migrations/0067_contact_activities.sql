-- An activity may belong to a contact alone, and a notification may be about one.
alter table activities
  add column contact_id bigint,
  add foreign key (account_id, contact_id) references contacts on delete cascade,
  drop constraint activities_check,
  add constraint activities_check check (num_nonnulls(lead_id, opportunity_id, contact_id) = 1);
create index activities_contact on activities (account_id, contact_id, created_at desc, id desc);

alter table notifications
  drop constraint notifications_subject_type_check,
  add constraint notifications_subject_type_check check (subject_type in ('conversation', 'lead', 'opportunity', 'contact'));
