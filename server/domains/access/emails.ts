import type { Email } from '#contract/records/access.ts'
import { nothing, part, type Part, type Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

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
    values (${actor.account.id}, ${mail.key}, ${mail.kind}, ${oneLine(mail.to_address)}, ${mail.to_name && oneLine(mail.to_name)},
            ${oneLine(mail.subject)}, ${asText(mail)}, ${asHtml(mail)}, 'queued', ${now})
    on conflict on constraint emails_once do nothing returning id`
  if (row) ctx.emit('email.requested', { email_id: row.id })
  return row !== undefined
}

/** What stands at the head of a mail is one line: more would be headers of somebody's choosing. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
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

/** A mail that still has to leave, as it is handed to the mail server. */
export async function findQueued(sql: Sql, account_id: string, id: string) {
  const [row] = await sql<Email & { html: string }>`
    select id, to_address, to_name, subject, text, html, created_at from emails
     where account_id = ${account_id} and id = ${id} and status = 'queued'`
  if (!row) return undefined
  const { to_address, to_name, subject, text, html, created_at } = row
  const to = { name: to_name ?? '', address: to_address }
  return { id: `${account_id}.${id}`, created_at, to, subject, text, html }
}

/**
 * It has left. What opens something once is then in the hands of its receiver and nowhere else; but where no mail
 * reaches anybody, an invitation stays readable, so that an administrator can hand it over.
 */
export async function markSent(sql: Sql, account_id: string, id: string, delivered: boolean): Promise<void> {
  const spent = part`case when kind = 'password_reset' or (kind = 'invitation' and ${delivered}::boolean)`
  await sql`
    update emails set status = 'sent', error = null, sent_at = now(),
           text = ${spent} then ${hidden(part`text`)} else text end, html = ${spent} then ${hidden(part`html`)} else html end
     where account_id = ${account_id} and id = ${id} and status = 'queued'`
}

/** Why it has not left yet; it will be tried again. */
export async function remark(sql: Sql, account_id: string, id: string, error: string): Promise<void> {
  await sql`
    update emails set error = ${error.slice(0, 1000)} where account_id = ${account_id} and id = ${id} and status = 'queued'`
}

/** It will not leave, unless somebody sends it again. */
export async function fail(sql: Sql, account_id: string, id: string, error?: string): Promise<void> {
  await sql`
    update emails set status = 'failed', error = coalesce(${error?.slice(0, 1000) ?? null}, error)
     where account_id = ${account_id} and id = ${id} and status = 'queued'`
}

/** A failed mail waits to be sent once more. */
export async function requeue(ctx: Context, id: string): Promise<void> {
  const rows = await ctx.sql`
    update emails set status = 'queued', error = null
     where account_id = ${ctx.actor.account.id} and id = ${id} and status = 'failed' returning id`
  if (rows.length > 0) return ctx.emit('email.requested', { email_id: id })
  const { status } = await get(ctx, id)
  reject('invalid_state', `This mail is ${status}; only one that failed can be sent again.`)
}

type Asked = { status?: Email['status'] | undefined }

export async function list({ sql, actor }: Context, { status }: Asked, after: string[] | undefined, limit: number) {
  return sql<Email>`${shown}
     where account_id = ${actor.account.id} ${status ? part`and status = ${status}` : nothing} ${olderThan(after, part`created_at, id`)}
     order by created_at desc, id desc limit ${limit + 1}`
}

export async function get({ sql, actor }: Context, id: string): Promise<Email> {
  const [row] = await sql<Email>`${shown} where account_id = ${actor.account.id} and id = ${id}`
  return row ?? reject('not_found', 'There is no such mail.')
}

/** The text without what opens something once. */
function hidden(text: Part): Part {
  return part`regexp_replace(${text}, '([?&]token=)[A-Za-z0-9_-]+', '\\1…', 'g')`
}

// Only an invitation that has been laid down for somebody to hand over shows its address.
const shown: Part = part`
  select id, kind, to_address, to_name, subject, status, error, created_at, sent_at,
         case when kind = 'password_reset' or (kind = 'invitation' and status <> 'sent') then ${hidden(part`text`)} else text end as text
    from emails`
