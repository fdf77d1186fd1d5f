-- The signature of a person below their e-mails; null stands for that of the inbox.
alter table memberships add column signature text;
