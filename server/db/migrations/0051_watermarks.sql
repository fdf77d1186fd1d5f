-- Up to these moments the person has received and read everything, also messages that are reported only later.
alter table contact_identities
  add column delivered_until timestamptz(3),
  add column read_until timestamptz(3);
