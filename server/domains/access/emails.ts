import type { Email } from '#contract/records/access.ts'
import type { Context } from '#kernel/operation.ts'

/** A mail to be sent. The key says what it is about: asked for twice, it is one mail. */
export type New = Pick<Email, 'kind' | 'to_address' | 'to_name' | 'subject'> & {
  key: string
  /** What it says, a paragraph each. */
  paragraphs: readonly string[]
  /** A button below, and in the plain text its address. */
  link?: { label: string; url: string } | undefined
}

/** Puts a mail into the outbox; it leaves once the transaction has committed. Answers false when it is there already. */
export async function queue(ctx: Context, mail: New): Promise<boolean> {
  const { sql, actor, now } = ctx
  const [row] = await sql<{ id: string }>`
    insert into emails (account_id, key, kind, to_address, to_name, subject, text, html, status, created_at)
    values (${actor.account.id}, ${mail.key}, ${mail.kind}, ${mail.to_address}, ${mail.to_name}, ${mail.subject}, ${asText(mail)},
            ${asHtml(mail)}, 'queued', ${now})
    on conflict on constraint emails_once do nothing returning id`
  if (row) ctx.emit('email.requested', { email_id: row.id })
  return row !== undefined
}

function asText({ paragraphs, link }: New): string {
  return [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n\n')
}

/** Plain and readable everywhere: mail programs know little of style. */
function asHtml({ paragraphs, link }: New): string {
  const said = paragraphs.map((each) => `<p style="margin:0 0 16px">${escape(each).replaceAll('\n', '<br>')}</p>`)
  const button = link
    ? `<p style="margin:24px 0"><a href="${escape(link.url)}" style="background:#0f766e;color:#fff;padding:10px 18px;border-radius:8px;text-decoration:none">${escape(link.label)}</a></p>`
    : ''
  return `<!doctype html><html><body style="font:16px/1.5 system-ui,sans-serif;color:#1c1917;max-width:560px;margin:0 auto;padding:24px">${said.join('')}${button}</body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
