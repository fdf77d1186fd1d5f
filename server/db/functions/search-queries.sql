-- The pieces a text must have to contain a term (already folded). A match may still lack the term itself.
create or replace function pieces_of_term(account_id bigint, term text) returns tsquery
  language sql immutable parallel safe strict
  as $$
    select string_agg(
             format(case when length(word) < 4 then '''%s:%s'':*' else '''%s:%s''' end, account_id,
                    replace(replace(substr(word, greatest(least(i, length(word) - 3), 1), 4), '\', '\\'), '''', '''''')),
             ' & ')::tsquery
      from string_to_table(term, ' ') word, generate_series(1, length(word), 4) i
  $$;

-- Matches messages that contain every word, by its Spanish or English stem.
create or replace function message_query(account_id bigint, query text) returns tsquery
  language sql immutable parallel safe strict
  as $$
    select string_agg(clause, ' & ')::tsquery
      from (select '(' || string_agg(all_of, ' | ') || ')' as clause
              from string_to_table(query, ' ') word,
                   unnest(array['pg_catalog.spanish', 'pg_catalog.english']::regconfig[]) language,
                   lateral (select '(' || string_agg('''' || account_id || ':' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' & ') || ')' as all_of
                              from unnest(to_tsvector(language, public.fold(word)))) stems
             where all_of is not null group by word) words
  $$;

-- The stems of a passage in its language, prefixed with the account so that each workspace has its own lists in the index.
-- Stop words (de, the) are left out.
create or replace function knowledge_terms(account_id bigint, language text, words text) returns tsvector
  language sql immutable parallel safe strict
  as $$
    select array_to_tsvector(array(
      select account_id || ':' || lexeme
        from unnest(to_tsvector(case language when 'es' then 'pg_catalog.spanish'::regconfig
                                              else 'pg_catalog.english'::regconfig end, words))))
  $$;

-- The stems of a word in each form it may be written in, in every language; null for a stop word of any of them.
create or replace function knowledge_lexemes(forms text[]) returns text[]
  language sql immutable parallel safe strict
  as $$
    select case when count(*) filter (where lexeme is null) = 0 then array_agg(distinct lexeme) end
      from unnest(forms) form
      cross join unnest(array['pg_catalog.spanish', 'pg_catalog.english']::regconfig[]) config
      left join unnest(to_tsvector(config, form)) on true
  $$;

-- Matches messages that contain any of the words, which are folded already, by its Spanish or English stem.
create or replace function any_message_query(account_id bigint, words text) returns tsquery
  language sql immutable parallel safe strict
  as $$
    select string_agg('''' || account_id || ':' || lexeme || '''', ' | ')::tsquery
      from unnest(to_tsvector('pg_catalog.spanish', words) || to_tsvector('pg_catalog.english', words))
  $$;
