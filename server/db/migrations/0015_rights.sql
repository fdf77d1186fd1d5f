-- The maker of a rule, webhook or campaign: the person or key that last saved it, with whose rights it runs. Rows saved
-- before this was recorded have none and run with the rights of an administrator.
alter table automation_rules add column maker jsonb;
alter table webhooks add column maker jsonb;
alter table campaigns add column maker jsonb, add column problem text;

-- `maker`: the person or key that saved the webhook may no longer do so.
alter table webhooks drop constraint webhooks_disabled_reason_check,
  add constraint webhooks_disabled_reason_check check (disabled_reason in ('manual', 'gone', 'failing', 'maker'));

-- Survey links are for the customer alone: messages and events show the question without them. The links of earlier
-- surveys keep working.
update messages
   set content = coalesce(content_attributes ->> 'question', content),
       content_attributes = content_attributes - '{survey_token,question}'::text[] || '{"survey": "earlier"}'
 where content_attributes ? 'survey_token';
update events
   set payload = jsonb_set(payload, '{message}', payload -> 'message'
         || jsonb_build_object('content', coalesce(payload #> '{message,content_attributes,question}', payload #> '{message,content}'),
              'content_attributes', (payload #> '{message,content_attributes}') - '{survey_token,question}'::text[] || '{"survey": "earlier"}'))
 where payload #> '{message,content_attributes}' ? 'survey_token';
