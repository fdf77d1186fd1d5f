-- Knowledge base: collections of documents, split into passages that are found by words and by meaning.

create table knowledge_collections (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index knowledge_collections_name_unique on knowledge_collections (account_id, lower(name));

create table knowledge_documents (
  account_id bigint not null,
  id bigint generated always as identity,
  collection_id bigint not null,
  title text not null,
  source text not null check (source in ('text', 'url', 'file')),
  source_url text,
  file_key text,
  file_name text,
  content_type text,
  size_bytes bigint,
  -- Text as Markdown; null until it was read.
  content text,
  status text not null check (status in ('pending', 'ready', 'failed')),
  error text,
  -- Version of the request to index it; results of an earlier version are dropped.
  version integer not null default 1,
  -- Progress of indexing and total passages, once known; and the number of searchable passages.
  indexed_count integer not null default 0,
  total_count integer,
  chunk_count integer not null default 0,
  -- Model of the vectors.
  model text,
  -- Revision of the workspace at which its searchable content last changed; null if there is none.
  revision bigint,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  indexed_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, collection_id) references knowledge_collections on delete cascade
);
create index knowledge_documents_newest on knowledge_documents (account_id, created_at desc, id desc);
create index knowledge_documents_collection on knowledge_documents (account_id, collection_id, created_at desc, id desc);
create index knowledge_documents_unwell on knowledge_documents (account_id, status, created_at desc, id desc) where status <> 'ready';
create index knowledge_documents_model on knowledge_documents (model) where revision is not null;

-- Passages of a document, each with its headings.
create table knowledge_chunks (
  account_id bigint not null,
  document_id bigint not null,
  position integer not null,
  heading text,
  content text not null,
  language text not null check (language in ('es', 'en')),
  terms tsvector not null,
  primary key (account_id, document_id, position),
  foreign key (account_id, document_id) references knowledge_documents on delete cascade
);
-- Without a pending list, new passages are found at once and no search has to sort them first.
create index knowledge_chunks_terms on knowledge_chunks using gin (terms) with (fastupdate = off);

-- The vectors of all passages of a document in order: a scale (float32, little-endian), then one byte per dimension.
create table knowledge_vectors (
  account_id bigint not null,
  document_id bigint not null,
  model text not null,
  dimensions integer not null,
  vectors bytea not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references knowledge_documents on delete cascade
);
alter table knowledge_vectors alter column vectors set storage external;

-- Counts changes to the searchable content of a workspace, so that nodes know when their cached vectors are stale.
create table knowledge_indexes (
  account_id bigint not null references accounts on delete cascade,
  key uuid not null default gen_random_uuid(),
  revision bigint not null default 0,
  primary key (account_id)
);
