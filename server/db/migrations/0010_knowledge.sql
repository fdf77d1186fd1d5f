-- What the business knows: collections of documents, cut into pieces that are found by their words and by their meaning.

-- The words of a piece as the index knows them: what each comes from in the language of the piece, marked with the account,
-- so that each workspace has lists of its own. Words that say nothing by themselves (de, the) are left out.
create function knowledge_terms(account_id bigint, language text, words text) returns tsvector
  language sql immutable parallel safe strict
  as $$
    select array_to_tsvector(array(
      select account_id || ':' || lexeme
        from unnest(to_tsvector(case language when 'es' then 'pg_catalog.spanish'::regconfig
                                              else 'pg_catalog.english'::regconfig end, words))))
  $$;

-- What a word comes from in each of the forms it may be written in, whichever language it is meant in; null for a word that
-- says nothing by itself in one of the languages.
create function knowledge_lexemes(forms text[]) returns text[]
  language sql immutable parallel safe strict
  as $$
    select case when count(*) filter (where lexeme is null) = 0 then array_agg(distinct lexeme) end
      from unnest(forms) form
      cross join unnest(array['pg_catalog.spanish', 'pg_catalog.english']::regconfig[]) config
      left join unnest(to_tsvector(config, form)) on true
  $$;

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
  -- What it says, as Markdown; null while nobody has read it yet.
  content text,
  status text not null check (status in ('pending', 'ready', 'failed')),
  error text,
  -- How often it was to be read: whoever comes to the end of an earlier time has nothing to say any more.
  version integer not null default 1,
  -- How far the present time is, of how many pieces once that is known; and how many pieces are found.
  indexed_count integer not null default 0,
  total_count integer,
  chunk_count integer not null default 0,
  -- What the vectors of its pieces were made with.
  model text,
  -- When, by the count of its workspace, what is found of it last changed; null while nothing is.
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

-- The pieces of a document, each with the headings it stands under.
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
-- What was written is found at once, and no search has to put a heap of news in order first.
create index knowledge_chunks_terms on knowledge_chunks using gin (terms) with (fastupdate = off);

-- The vectors of all pieces of a document, one after another: a scale (float32, little-endian), then a byte for each dimension.
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

-- Counts the changes of what can be found in a workspace, so that whoever keeps vectors at hand knows when they are old.
create table knowledge_indexes (
  account_id bigint not null references accounts on delete cascade,
  key uuid not null default gen_random_uuid(),
  revision bigint not null default 0,
  primary key (account_id)
);
