import { part, type Part } from '#db/sql.ts'
import { avatarUrl } from '#domains/contacts/avatars/url.ts'
import type { Context } from '#kernel/operation.ts'

/** Columns that are moments. */
export const moments = [
  'snoozed_until',
  'waiting_since',
  'first_reply_at',
  'resolved_at',
  'agent_last_seen_at',
  'contact_last_seen_at',
  'last_activity_at',
  'created_at',
  'updated_at',
]

/** Columns of the conversation record, with everything joined, so that a page is one statement. */
export function columns(ctx: Context): Part {
  const { base_url, actor, now } = ctx
  return part`
    c.id, c.uuid, c.status, c.priority,
    jsonb_build_object('id', k.id::text, 'name', k.name, 'phone_number', k.phone_number, 'email', k.email,
                       'identifier', k.identifier, 'blocked', k.blocked, 'avatar_url', ${avatarUrl(ctx, part`k`)}) as contact,
    jsonb_build_object('id', i.id::text, 'name', i.name) as inbox, i.channel, d.source_id,
    case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) end as assignee,
    case when t.id is not null then jsonb_build_object('id', t.id::text, 'name', t.name) end as team,
    array(select l.title from conversation_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
           where cl.account_id = c.account_id and cl.conversation_id = c.id order by lower(l.title)) as labels,
    c.custom_attributes, c.additional_attributes,
    case when m.id is not null then jsonb_build_object(
      'id', m.id::text, 'direction', m.direction, 'preview', left(coalesce(m.content, ''), 200), 'private', m.private,
      'author', jsonb_build_object('type', m.author_type, 'id', m.author_id::text, 'name', m.author_name),
      'attachment_count', (select count(*) from attachments a where a.account_id = m.account_id and a.message_id = m.id),
      'created_at', iso(m.created_at)) end as last_message,
    reply_window(i.channel, c.reply_window_opened_at, c.reply_window_closes_at, ${now}) as reply_window,
    c.unread_count > 0 as unread, c.unread_count, c.snoozed_until,
    jsonb_build_object('first_response_due_at', iso(c.first_response_due_at), 'next_response_due_at', iso(c.next_response_due_at),
                       'resolution_due_at', iso(c.resolution_due_at)) as sla,
    c.waiting_since, c.first_reply_at, c.resolved_at,
    c.agent_last_seen_at, c.contact_last_seen_at, c.last_activity_at,
    ${`${base_url}/app/${actor.account.id}/conversations/`}::text || c.id as url, c.created_at, c.updated_at`
}

export const joins = part`
  join contacts k on k.account_id = c.account_id and k.id = c.contact_id
  join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
  join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
  left join users u on u.id = c.assignee_id
  left join teams t on t.account_id = c.account_id and t.id = c.team_id
  left join messages m on m.account_id = c.account_id and m.id = c.last_message_id`
