import type { Attachment, Message } from '#contract/records/conversation.ts'
import { part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { fileUrl } from '#kernel/uploads.ts'

/** Columns of the message record; file URLs are added in code, where they are signed. */
export function columns(files: Part = part`attachments`): Part {
  return part`
    m.id, m.conversation_id, m.direction,
    jsonb_build_object('type', m.author_type, 'id', m.author_id::text, 'name', m.author_name) as author,
    m.content, m.content_type, m.content_attributes, m.private, m.status, m.failure, m.external_id,
    case when m.reply_to_id is not null or m.reply_to_external_id is not null then (
      select jsonb_build_object('id', m.reply_to_id::text, 'external_id', coalesce(r.external_id, m.reply_to_external_id),
                                'preview', case when m.private or not r.private then left(r.content, 200) end)
        from (values (1)) one left join messages r on r.account_id = m.account_id and r.id = m.reply_to_id) end as reply_to,
    case when m.reactions = '[]' then m.reactions else (
      select coalesce(jsonb_agg(jsonb_build_object('emoji', e ->> 'emoji', 'author', e -> 'author')), '[]')
        from jsonb_array_elements(m.reactions) e where e ->> 'emoji' is not null) end as reactions,
    m.edited_at, m.scheduled_at, m.deleted_at is not null as deleted, m.created_at, m.updated_at,
    coalesce((select jsonb_agg(jsonb_build_object('id', a.id::text, 'file_name', a.file_name, 'file_type', a.file_type,
                               'content_type', a.content_type, 'size_bytes', a.size_bytes, 'state', a.state,
                               'voice', a.voice, 'duration_seconds', a.duration_seconds)
                               || case when a.content_id is null then '{}' else jsonb_build_object('content_id', a.content_id) end order by a.id)
                from ${files} a where a.account_id = m.account_id and a.message_id = m.id), '[]') as attachments`
}

/** With its contact (`k`) and its inbox (`i`). */
export function listedColumns(): Part {
  return part`${columns()}, jsonb_build_object('id', k.id::text, 'name', k.name) as contact,
    jsonb_build_object('id', i.id::text, 'name', i.name) as inbox, i.channel`
}

export function withFileUrls(ctx: Context, message: Message): Message {
  if (message.attachments.length === 0) return message
  const attachments = message.attachments.map((each: Omit<Attachment, 'url'>) => ({ ...each, url: fileUrl(ctx, each) }))
  return { ...message, attachments, content_attributes: withInlineImages(message.content_attributes, attachments) }
}

type MailAttributes = { email?: { html?: string | null } }

/** Shows the images within the text of an e-mail; their addresses expire, so the stored HTML names them by id. */
function withInlineImages(attributes: Message['content_attributes'], files: readonly Attachment[]) {
  const { email } = attributes as MailAttributes
  if (!email?.html || !files.some(({ content_id }) => content_id)) return attributes
  const html = files.reduce((shown, { content_id, url }) => {
    if (!content_id) return shown
    const name = content_id.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return shown.replaceAll(`src="cid:${name}"`, `src="${url.replaceAll('&', '&amp;')}"`)
  }, email.html)
  return { ...attributes, email: { ...email, html } }
}
