-- Records taken over from another server: their id there and here, so that an import can be repeated and resumed.
create table imported_records (
  account_id bigint not null references accounts on delete cascade,
  -- Address and account of the other server.
  source text not null,
  kind text not null,
  source_id text not null,
  record_id bigint not null,
  -- How far a record that grows has been read.
  state text,
  primary key (account_id, source, kind, source_id)
);
