-- Imports of leads and opportunities share the table of contact imports: file, progress and refused rows are the same.
alter table contact_imports add column kind text not null default 'contacts'
  check (kind in ('contacts', 'leads', 'opportunities'));
