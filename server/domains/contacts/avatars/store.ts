import { part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import { pathName } from './rules.ts'
import type { Context } from '#kernel/operation.ts'
import { releaseFiles, type StoredFile } from '#kernel/uploads.ts'

/** A picture is fetched from outside at most once in this time. */
const PAUSE = '1 minute'

/** Has the picture of a contact fetched from this address, in the background; the latest address counts. */
export async function requestAvatar(ctx: Context, contact_id: string, url: string): Promise<void> {
  await ctx.sql`
    update contacts
       set avatar_source = ${url}, avatar_due_at = greatest(${ctx.now}, avatar_asked_at + ${PAUSE}::interval)
     where account_id = ${ctx.actor.account.id} and id = ${contact_id}
       and coalesce(avatar_source, avatar ->> 'source', '') <> ${url}`
}

/** Replaces the picture of a contact, or removes it. The former file is removed with abandoned uploads. */
export async function setAvatar(
  ctx: Context,
  contact_id: string,
  file: StoredFile | null,
  source: string | null = null,
): Promise<void> {
  const before = await contacts.getLocked(ctx, contact_id)
  if (!file && !before.avatar_url) {
    await forgetRequest(ctx, contact_id)
    return
  }
  const replaced = part`
    select avatar ->> 'file_key' as file_key from contacts where account_id = ${ctx.actor.account.id} and id = ${contact_id}`
  await releaseFiles(ctx.sql, ctx.actor.account.id, replaced)
  await writeAvatar(ctx, contact_id, file, source)
  const contact = await contacts.get(ctx, contact_id)
  const changes = { avatar_url: { from: before.avatar_url, to: contact.avatar_url } }
  ctx.emit('contact.updated', { contact, changes })
}

/** Stores the picture with the contact, without an event. */
export async function writeAvatar(
  ctx: Context,
  contact_id: string,
  file: StoredFile | null,
  source: string | null = null,
): Promise<void> {
  const avatar = file && { ...file, path_name: pathName(source ?? encodeURIComponent(file.file_name)), source }
  await ctx.sql`
    update contacts
       set avatar = ${avatar && JSON.stringify(avatar)}::jsonb, avatar_source = null, avatar_due_at = null, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${contact_id}`
}

/** Fetches no picture for now. */
export async function forgetRequest({ sql, actor }: Context, contact_id: string): Promise<void> {
  await sql`
    update contacts set avatar_source = null, avatar_due_at = null
     where account_id = ${actor.account.id} and id = ${contact_id} and avatar_due_at is not null`
}

/** Whether the picture is still wanted from this address. */
export async function isWanted({ sql, actor }: Context, contact_id: string, url: string): Promise<boolean> {
  const rows = await sql`
    select from contacts where account_id = ${actor.account.id} and id = ${contact_id} and avatar_source = ${url} for no key update`
  return rows.length > 0
}
