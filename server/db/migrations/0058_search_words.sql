-- Whole words of a folded text as index terms, prefixed with the account: records are found by the beginning of a word and
-- by the ways to misspell it. Long words are cut, because matches are compared again.
create function words(account_id bigint, value text) returns tsvector
  language sql immutable parallel safe strict cost 5000
  as $$
    select array_to_tsvector(array(
      select account_id || ':' || left(word, 40) from regexp_split_to_table(value, '[\s!-/:-@\[-`{-~]+') word where word <> ''))
  $$;

create index contacts_words on contacts using gin (words(account_id, search)) with (gin_pending_list_limit = 256);
create index leads_words on leads using gin (words(account_id, search)) with (gin_pending_list_limit = 256);
create index opportunities_words on opportunities using gin (words(account_id, search)) with (gin_pending_list_limit = 256);
create index properties_words on properties using gin (words(account_id, search)) with (gin_pending_list_limit = 256);
create index knowledge_documents_words on knowledge_documents using gin (words(account_id, fold(title))) with (gin_pending_list_limit = 256);
create index knowledge_documents_title on knowledge_documents using gin (pieces(account_id, fold(title))) with (gin_pending_list_limit = 256);
