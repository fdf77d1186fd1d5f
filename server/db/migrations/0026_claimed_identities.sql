-- An identity that named the identifier, e-mail or phone number of a known contact without proof. It may write in its own
-- conversations, and neither see nor change anything else of the contact.
alter table contact_identities add column claimed boolean not null default false;
