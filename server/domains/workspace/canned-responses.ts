import type { CannedResponse, CannedResponseVersion } from '#contract/records/workspace.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

/** All canned responses, or those of one inbox, in their manual order, then by short code. */
export function list({ sql, actor }: Context, inbox_id?: string): Promise<CannedResponse[]> {
  const of_inbox = inbox_id === undefined ? emptyPart : part`and r.inbox_id = ${inbox_id}`
  return sql<CannedResponse>`
    ${rows} where r.account_id = ${actor.account.id} ${of_inbox}
     order by r.position nulls last, lower(r.short_code), lower(i.name), r.id`
}

export async function find(ctx: Context, id: string): Promise<CannedResponse | undefined> {
  return (await select(ctx, part`r.id = ${id}`))[0]
}

/** Like `get`, but locks the row until the transaction ends. */
export function getLocked(ctx: Context, short_code: string): Promise<CannedResponse> {
  return get(ctx, short_code, part`for update of r`)
}

/** Resolves an id or a short code. Rejects a code that several inboxes use, with the candidates. */
export async function get(ctx: Context, short_code: string, lock: Part = emptyPart): Promise<CannedResponse> {
  if (short_code.startsWith('/'))
    reject('invalid_value', 'Give the short code without the leading slash.', 'short_code')
  const [byId] = /^\d{1,18}$/.test(short_code) ? await select(ctx, part`r.id = ${short_code} ${lock}`) : []
  if (byId) return byId
  const found = await select(ctx, part`lower(r.short_code) = lower(${short_code}) order by r.id ${lock}`)
  if (found.length > 1) {
    const candidates = found.map(({ id, inbox }) => ({ id, name: `${short_code} (${inbox.name})` }))
    const where = found.map(({ inbox }) => inbox.name).join(', ')
    reject(
      'ambiguous_reference',
      `Several inboxes have a canned response "${short_code}": ${where}. Use the id.`,
      'short_code',
      { candidates },
    )
  }
  return (
    found[0] ??
    reject('not_found', `There is no canned response "${short_code}"; see list_canned_responses.`, 'short_code')
  )
}

function select({ sql, actor }: Context, which: Part): Promise<CannedResponse[]> {
  return sql<CannedResponse>`${rows} where r.account_id = ${actor.account.id} and ${which}`
}

export type Fields = Pick<CannedResponse, 'short_code' | 'content'>

export async function insert(ctx: Context, inbox_id: string, fields: Fields): Promise<CannedResponse> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into canned_responses (account_id, inbox_id, short_code, content, created_at, updated_at)
    values (${ctx.actor.account.id}, ${inbox_id}, ${fields.short_code}, ${fields.content}, ${ctx.now}, ${ctx.now}) returning id`
  await insertVersion(ctx, row!.id)
  return (await find(ctx, row!.id))!
}

export async function update(ctx: Context, id: string, fields: Fields): Promise<CannedResponse> {
  await ctx.sql`
    update canned_responses set short_code = ${fields.short_code}, content = ${fields.content}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  await insertVersion(ctx, id)
  return (await find(ctx, id))!
}

/** Stores the current text as a version. The row is locked by the write, so version numbers don't collide. */
async function insertVersion({ sql, actor, now }: Context, id: string): Promise<void> {
  await sql`
    insert into canned_response_versions (account_id, canned_response_id, version, short_code, content, author, created_at)
    select r.account_id, r.id,
           1 + coalesce((select max(v.version) from canned_response_versions v
                          where v.account_id = r.account_id and v.canned_response_id = r.id), 0),
           r.short_code, r.content, ${author(actor)}, ${now}
      from canned_responses r where r.account_id = ${actor.account.id} and r.id = ${id}`
}

/** Versions, newest first, one more than the limit. */
export function listVersions(
  { sql, actor }: Context,
  id: string,
  after: string[] | undefined,
  limit: number,
): Promise<CannedResponseVersion[]> {
  const older = after ? part`and version < ${after[0]}::int` : emptyPart
  return sql<CannedResponseVersion>`
    select version, short_code, content, author, created_at from canned_response_versions
     where account_id = ${actor.account.id} and canned_response_id = ${id} ${older}
     order by version desc limit ${limit + 1}`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from canned_responses where account_id = ${actor.account.id} and id = ${id}`
}

const rows = part`
  select r.id, jsonb_build_object('id', i.id::text, 'name', i.name) as inbox, r.short_code, r.content, r.created_at, r.updated_at
    from canned_responses r join inboxes i on i.account_id = r.account_id and i.id = r.inbox_id`
