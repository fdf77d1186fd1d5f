-- Events still stored from before histories were written get their lines. Later ones have theirs, unless they were undone.
insert into conversation_activities (account_id, conversation_id, contact_id, kind, author, from_value, to_value, until, created_at)
select e.account_id, c.id, k.id, a.kind, e.actor, e.payload #>> a.before::text[], e.payload #>> a.after::text[],
       case e.name when 'conversation.snoozed' then (e.payload #>> '{conversation,snoozed_until}')::timestamptz end, e.occurred_at
  from events e
  join (values
         ('conversation.status_changed', 'status', '{changes,status,from}', '{changes,status,to}'),
         ('conversation.snoozed', 'status', null, '{conversation,status}'),
         ('conversation.assigned', 'assignee', '{changes,assignee,from,name}', '{changes,assignee,to,name}'),
         ('conversation.unassigned', 'assignee', '{changes,assignee,from,name}', '{changes,assignee,to,name}'),
         ('conversation.team_changed', 'team', '{changes,team,from,name}', '{changes,team,to,name}'),
         ('conversation.priority_changed', 'priority', '{changes,priority,from}', '{changes,priority,to}'),
         ('conversation.label_added', 'label_added', null, '{label,title}'),
         ('conversation.label_removed', 'label_removed', '{label,title}', null),
         ('contact.updated', 'renamed', '{changes,name,from}', '{changes,name,to}'),
         ('contact.merged', 'merged', '{merged_contact_id}', null)
       ) a (name, kind, before, after) on a.name = e.name
  left join conversations c
    on e.name like 'conversation.%' and c.account_id = e.account_id and c.id = (e.payload #>> '{conversation,id}')::bigint
  left join contacts k on e.name like 'contact.%' and k.account_id = e.account_id and k.id = (e.payload #>> '{contact,id}')::bigint
 where e.occurred_at < (select applied_at from migrations where name = '0046_conversation_activities.sql')
   and num_nonnulls(c.id, k.id) = 1
   and not (e.name = 'conversation.status_changed' and e.payload #>> '{changes,status,to}' = 'snoozed')
   and (e.name <> 'contact.updated' or e.payload #> '{changes,name}' is not null)
 order by e.account_id, e.sequence;
