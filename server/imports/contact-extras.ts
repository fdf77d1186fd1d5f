import { avatar_types, decoded, MAX_AVATAR_BYTES, pathName } from '#domains/contacts/avatars/rules.ts'
import { writeAvatar } from '#domains/contacts/avatars/store.ts'
import type { Context } from '#kernel/operation.ts'
import { forgetUploads, recordUpload, type StoredFile } from '#kernel/uploads.ts'
import { findImported, type Job, saveImported, step } from './job.ts'
import { clean, moment, type SourceContact, type SourceNote } from './source.ts'

type Extras = { contact: SourceContact; notes: SourceNote[]; picture: StoredFile | undefined }

/** Notes and pictures of a page of contacts, which are read before the transaction begins. */
export async function importContactExtras(job: Job, page: readonly SourceContact[]): Promise<void> {
  const ids = page.map(({ id }) => id)
  const pictured = await step(job, (ctx) => findImported(ctx, job, 'pictures', ids))
  const extras = await Promise.all(
    page.map(async (contact) => ({
      contact,
      notes: await job.client.get<SourceNote[]>(`/contacts/${contact.id}/notes`),
      picture: pictured.has(String(contact.id)) ? undefined : await fetchPicture(job, contact),
    })),
  )
  if (extras.some(({ notes, picture }) => notes.length > 0 || picture))
    await step(job, async (ctx) => {
      const contacts = await findImported(ctx, job, 'contacts', ids)
      const agents = await findImported(ctx, job, 'agents')
      for (const each of extras) {
        const contact_id = contacts.get(String(each.contact.id))?.record_id
        // A contact deleted here stays deleted.
        if (!contact_id || !(await isHere(ctx, contact_id))) continue
        await insertNotes(ctx, job, contact_id, each, (id) => agents.get(String(id))?.record_id)
        if (each.picture) await insertPicture(ctx, job, contact_id, each, each.picture)
      }
    })
}

async function isHere({ sql, actor }: Context, id: string): Promise<boolean> {
  return (await sql`select from contacts where account_id = ${actor.account.id} and id = ${id} for update`).length > 0
}

async function fetchPicture(job: Job, { id, thumbnail }: SourceContact): Promise<StoredFile | undefined> {
  if (!thumbnail || !URL.canParse(thumbnail)) return undefined
  const found = await job.client.download(thumbnail, Math.min(job.max_file_bytes, MAX_AVATAR_BYTES))
  if ('failure' in found) {
    job.summary.skip('pictures', found.failure, `contact ${id}`)
    return undefined
  }
  const name = clean(decoded(pathName(thumbnail)), 255) || 'picture'
  const stored = await job.storeFile(found.bytes, { file_name: name, type: found.type })
  // One of an import that is interrupted here is removed later, like an upload nobody used.
  await recordUpload(job.runtime.database.sql, job.account_id, stored.file_key)
  if (avatar_types.has(stored.content_type)) return stored
  job.summary.skip('pictures', 'A picture is a JPEG, PNG, GIF or WebP file.', `contact ${id}`)
  return undefined
}

async function insertNotes(
  ctx: Context,
  job: Job,
  contact_id: string,
  { notes }: Extras,
  agentOf: (id: number) => string | undefined,
): Promise<void> {
  const known = await findImported(
    ctx,
    job,
    'notes',
    notes.map(({ id }) => id),
  )
  job.summary.add('notes', false, known.size)
  const fresh = notes.filter(({ id }) => !known.has(String(id))).toSorted((a, b) => a.id - b.id)
  for (const { id, content, user, created_at } of fresh) {
    const agent = user?.id ? agentOf(user.id) : undefined
    const name = clean(user?.name, 255) || 'Chatwoot'
    const author = agent ? { type: 'user', id: agent, name } : { type: 'system', id: null, name }
    const [note] = await ctx.sql<{ id: string }>`
      insert into contact_notes (account_id, contact_id, body, author, created_at)
      values (${ctx.actor.account.id}, ${contact_id}, ${clean(content, 20_000)}, ${author}, ${moment(created_at) ?? ctx.now})
      returning id`
    await saveImported(ctx, job, 'notes', id, note!.id)
    job.summary.add('notes', true)
  }
}

/** A picture that the contact has here already stays. */
async function insertPicture(ctx: Context, job: Job, contact_id: string, { contact }: Extras, picture: StoredFile) {
  const [row] = await ctx.sql<{ isEmpty: boolean }>`
    select avatar is null as "isEmpty" from contacts where account_id = ${ctx.actor.account.id} and id = ${contact_id}`
  await saveImported(ctx, job, 'pictures', contact.id, contact_id)
  job.summary.add('pictures', row!.isEmpty)
  if (!row!.isEmpty) return
  await writeAvatar(ctx, contact_id, picture)
  await forgetUploads(ctx.sql, ctx.actor.account.id, [picture.file_key])
}
