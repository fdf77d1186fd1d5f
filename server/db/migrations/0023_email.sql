-- E-mail: mailboxes that are read, images within the text, addresses that bounce.

-- A mailbox is read by one process at a time, under a lease.
create table channel_mailboxes (
  account_id bigint not null,
  inbox_id bigint not null,
  -- Mail from before the connection is not read.
  since timestamptz(3) not null,
  lease uuid,
  leased_until timestamptz(3),
  -- Failed attempts in a row, and the time of the next one.
  failures integer not null default 0,
  next_try_at timestamptz(3) not null,
  primary key (account_id, inbox_id),
  foreign key (account_id, inbox_id) references channel_connections on delete cascade
);
create index channel_mailboxes_due on channel_mailboxes (next_try_at);

-- Everything up to last_uid is stored, as long as the server keeps its numbering (uidvalidity).
create table channel_folders (
  account_id bigint not null,
  inbox_id bigint not null,
  folder text not null,
  uidvalidity text not null,
  last_uid bigint not null,
  primary key (account_id, inbox_id, folder),
  foreign key (account_id, inbox_id) references channel_mailboxes on delete cascade
);

-- The id by which the HTML of an e-mail shows the file.
alter table attachments add column content_id text;

alter table contacts
  -- Set after a mail server reported that nobody has the e-mail address.
  add column email_status text check (email_status in ('bounced'));
