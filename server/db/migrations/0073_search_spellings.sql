-- Each spelling of a misspelt word reads the whole pending list, so these are short: 8 kB of it take as long as the rest.
alter index contacts_words set (gin_pending_list_limit = 64);
alter index leads_words set (gin_pending_list_limit = 64);
alter index opportunities_words set (gin_pending_list_limit = 64);
alter index properties_words set (gin_pending_list_limit = 64);
alter index knowledge_documents_words set (gin_pending_list_limit = 64);
