-- The line an event adds to the history of a conversation or of its contact; none if it has no place there.
create or replace function activity_of(account bigint, event text, payload jsonb)
returns table (conversation_id bigint, contact_id bigint, kind text, from_value text, to_value text, until timestamptz)
  language sql stable
  as $$
    -- The record may have been deleted in the same transaction.
    select c.id, null::bigint, a.*
      from conversations c, lateral (
        select 'status', payload #>> '{changes,status,from}', payload #>> '{changes,status,to}', null::timestamptz
         where event = 'conversation.status_changed' and payload #>> '{changes,status,to}' <> 'snoozed'
        union all
        select 'status', null, 'snoozed', (payload #>> '{conversation,snoozed_until}')::timestamptz where event = 'conversation.snoozed'
        union all
        select 'assignee', payload #>> '{changes,assignee,from,name}', payload #>> '{changes,assignee,to,name}', null
         where event in ('conversation.assigned', 'conversation.unassigned')
        union all
        select 'team', payload #>> '{changes,team,from,name}', payload #>> '{changes,team,to,name}', null
         where event = 'conversation.team_changed'
        union all
        select 'priority', payload #>> '{changes,priority,from}', payload #>> '{changes,priority,to}', null
         where event = 'conversation.priority_changed'
        union all
        select 'label_added', null, payload #>> '{label,title}', null where event = 'conversation.label_added'
        union all
        select 'label_removed', payload #>> '{label,title}', null, null where event = 'conversation.label_removed'
      ) a (kind, from_value, to_value, until)
     where c.account_id = account and c.id = (payload #>> '{conversation,id}')::bigint
    union all
    select null, k.id, a.*
      from contacts k, lateral (
        select 'renamed', payload #>> '{changes,name,from}', payload #>> '{changes,name,to}', null::timestamptz
         where event = 'contact.updated' and payload #> '{changes,name}' is not null
        union all
        select 'merged', payload ->> 'merged_contact_id', null, null where event = 'contact.merged'
      ) a (kind, from_value, to_value, until)
     where k.account_id = account and k.id = (payload #>> '{contact,id}')::bigint
  $$;
