import type { Email } from '#contract/records/access.ts'
import { emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import { asHtml, asText, type EmailBody } from '#domains/access/emails/body.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'
import { seal, unseal } from '#kernel/vault.ts'

/** An e-mail to send. The key makes it unique: queued twice with the same key, it is sent once. */
export type NewEmail = Pick<Email, 'kind' | 'to_address' | 'to_name' | 'subject'> &
  EmailBody & { key: string; attachments?: readonly Attachment[] }

/** A text file that goes with an e-mail. */
export type Attachment = { name: string; content: string }

/**
 * Queues an e-mail, sent after the transaction commits. Returns false if one with the same key exists. The token of its
 * link is stored encrypted, apart from the text.
 */
export async function queue(ctx: Context, mail: NewEmail): Promise<boolean> {
  const { sql, actor, now, secret } = ctx
  const token = mail.link && URL.parse(mail.link.url)?.searchParams.get('token')
  const [text, html] = [asText(mail), asHtml(mail)].map((each) => (token ? each.replaceAll(token, '…') : each))
  const [row] = await sql<{ id: string }>`
    insert into emails (account_id, key, kind, to_address, to_name, subject, text, html, token_sealed, attachments, status, created_at)
    values (${actor.account.id}, ${mail.key}, ${mail.kind}, ${oneLine(mail.to_address)}, ${mail.to_name && oneLine(mail.to_name)},
            ${oneLine(mail.subject)}, ${text}, ${html}, ${token ? seal(secret, token) : null},
            ${mail.attachments ? JSON.stringify(mail.attachments) : null}::jsonb, 'queued', ${now})
    on conflict on constraint emails_once do nothing returning id`
  if (row) ctx.emit('email.requested', { email_id: row.id })
  return row !== undefined
}

/** The text with the token of its link. */
function withToken(secret: Buffer, text: string, token_sealed: Buffer | null): string {
  return token_sealed ? text.replaceAll(/(?<=[?&]token=)…/g, unseal(secret, token_sealed)) : text
}

/** The status of the e-mail with this key, and the token of its link if that is still kept. */
export async function getToken({ sql, actor, secret }: Context, key: string) {
  const [row] = await sql<{ status: Email['status']; token_sealed: Buffer | null }>`
    select status, token_sealed from emails where account_id = ${actor.account.id} and key = ${key}`
  const token = row?.token_sealed ? unseal(secret, row.token_sealed) : null
  return { status: row?.status ?? ('sent' as const), token }
}

/** Removes control characters from header values, to prevent header injection. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}

/** Finds a queued e-mail in the shape the mail gateway expects. */
export async function findQueued(sql: Sql, secret: Buffer, account_id: string, id: string) {
  const [row] = await sql<Email & { html: string; token_sealed: Buffer | null; attachments: Attachment[] | null }>`
    select id, to_address, to_name, subject, text, html, token_sealed, attachments, created_at from emails
     where account_id = ${account_id} and id = ${id} and status = 'queued'`
  if (!row) return undefined
  const { to_address, to_name, subject, token_sealed, created_at } = row
  const [text, html] = [row.text, row.html].map((each) => withToken(secret, each, token_sealed)) as [string, string]
  const to = { name: to_name ?? '', address: to_address }
  return { id: `${account_id}.${id}`, created_at, to, subject, text, html, attachments: row.attachments ?? [] }
}

/**
 * Marks an e-mail as sent and removes single-use tokens and files from the stored copy. Without a mail server
 * (`delivered` is false) it gets no `sent_at`, and an invitation keeps its link, so an administrator can pass it on.
 */
export async function markSent(sql: Sql, account_id: string, id: string, delivered: boolean): Promise<void> {
  const isSingleUse = part`case when kind = 'password_reset' or (kind = 'invitation' and ${delivered}::boolean)`
  await sql`
    update emails set status = 'sent', error = null, sent_at = case when ${delivered}::boolean then now() end, attachments = null, token_sealed = ${isSingleUse} then null else token_sealed end,
           text = ${isSingleUse} then ${withoutTokens(part`text`)} else text end, html = ${isSingleUse} then ${withoutTokens(part`html`)} else html end
     where account_id = ${account_id} and id = ${id} and status = 'queued'`
}

/** Records why the last attempt failed; the e-mail stays queued for another. */
export async function recordError(sql: Sql, account_id: string, id: string, error: string): Promise<void> {
  await sql`
    update emails set error = ${error.slice(0, 1000)} where account_id = ${account_id} and id = ${id} and status = 'queued'`
}

/** Gives up on an e-mail; only resend_email queues it again. */
export async function fail(sql: Sql, account_id: string, id: string, error?: string): Promise<void> {
  await sql`
    update emails set status = 'failed', error = coalesce(${error?.slice(0, 1000) ?? null}, error)
     where account_id = ${account_id} and id = ${id} and status = 'queued'`
}

/** Queues a failed e-mail again. */
export async function requeue(ctx: Context, id: string): Promise<void> {
  const rows = await ctx.sql`
    update emails set status = 'queued', error = null
     where account_id = ${ctx.actor.account.id} and id = ${id} and status = 'failed' returning id`
  if (rows.length > 0) return ctx.emit('email.requested', { email_id: id })
  const { status } = await get(ctx, id)
  reject('invalid_state', `This e-mail is ${status}; only failed e-mails can be sent again.`)
}

type Filters = { status?: Email['status'] | undefined }

export async function list(ctx: Context, { status }: Filters, after: string[] | undefined, limit: number) {
  const { sql, actor } = ctx
  const rows = await sql<StoredEmail>`${selectEmail}
     where account_id = ${actor.account.id} ${status ? part`and status = ${status}` : emptyPart} ${olderThan(after, part`created_at, id`)}
     order by created_at desc, id desc limit ${limit + 1}`
  return rows.map((row) => toEmail(ctx, row))
}

export async function get(ctx: Context, id: string): Promise<Email> {
  const [row] = await ctx.sql<StoredEmail>`${selectEmail} where account_id = ${ctx.actor.account.id} and id = ${id}`
  return row ? toEmail(ctx, row) : reject('not_found', 'E-mail not found; see list_emails.')
}

type StoredEmail = Email & { token_sealed: Buffer | null }

function toEmail({ secret }: Context, { token_sealed, ...email }: StoredEmail): Email {
  try {
    return { ...email, text: withToken(secret, email.text, token_sealed) }
  } catch {
    // Encrypted with a previous secret of the installation: the link is lost, the e-mail can still be read.
    return email
  }
}

/** The text with single-use tokens replaced by an ellipsis. */
function withoutTokens(text: Part): Part {
  return part`regexp_replace(${text}, '([?&]token=)[A-Za-z0-9_-]+', '\\1…', 'g')`
}

// Tokens are hidden, except in a sent invitation that kept its link for an administrator to pass on.
const selectEmail: Part = part`
  select id, kind, to_address, to_name, subject, status, error, created_at, sent_at,
         case when kind = 'password_reset' or (kind = 'invitation' and status <> 'sent') then ${withoutTokens(part`text`)} else text end as text,
         case when kind = 'invitation' and status = 'sent' then token_sealed end as token_sealed
    from emails`
