-- Words of a workspace's documents, without accents: the spelling of questions is repaired towards them. The revision tells
-- which of them a node has not read yet. Words of deleted documents may stay; they are never shown.
create table knowledge_words (
  account_id bigint not null references accounts on delete cascade,
  word text not null,
  revision bigint not null,
  primary key (account_id, word)
);
create index knowledge_words_revision on knowledge_words (account_id, revision);

insert into knowledge_words (account_id, word, revision)
select distinct c.account_id, word, 0
  from knowledge_chunks c
  join knowledge_documents d on d.account_id = c.account_id and d.id = c.document_id,
       regexp_split_to_table(fold(d.title || ' ' || coalesce(c.heading, '') || ' ' || c.content), '[^[:alpha:]]+') word
 where length(word) between 4 and 30;
