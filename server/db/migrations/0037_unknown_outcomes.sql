-- Messages whose outcome is unknown, which are looked up in the list of their provider.
create index messages_outcome_unknown on messages (account_id, inbox_id, created_at)
  where failure ->> 'code' = 'outcome_unknown';
