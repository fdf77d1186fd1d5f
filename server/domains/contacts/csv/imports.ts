import type { ContactImport } from '#contract/records/contact.ts'
import { emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

/** The records a file holds. The imports of all kinds share a table. */
export type Kind = 'contacts' | 'leads' | 'opportunities'

const list_of = { contacts: 'list_contact_imports', leads: 'import_leads', opportunities: 'import_opportunities' }

export async function insert(
  { sql, actor, now }: Context,
  kind: Kind,
  csv: string,
  total: number,
  dry_run: boolean,
): Promise<ContactImport> {
  const [row] = await sql<ContactImport>`
    insert into contact_imports (account_id, kind, dry_run, csv, total_rows, created_at, updated_at)
    values (${actor.account.id}, ${kind}, ${dry_run}, ${csv}, ${total}, ${now}, ${now}) returning ${columns}`
  return row!
}

export async function get(
  { sql, actor }: Context,
  kind: Kind,
  id: string,
  lock: Part = emptyPart,
): Promise<ContactImport> {
  const [row] = await sql<ContactImport>`
    select ${columns} from contact_imports where account_id = ${actor.account.id} and kind = ${kind} and id = ${id} ${lock}`
  return row ?? rejectMissing(list_of[kind])
}

function rejectMissing(source: string): never {
  return reject('not_found', `Import not found; see ${source}.`, 'import_id')
}

export function list(
  { sql, actor }: Context,
  kind: Kind,
  after: string[] | undefined,
  limit: number,
): Promise<ContactImport[]> {
  return sql<ContactImport>`
    select ${columns} from contact_imports
     where account_id = ${actor.account.id} and kind = ${kind} ${olderThan(after, part`created_at, id`)}
     order by created_at desc, id desc limit ${limit + 1}`
}

/** Locks the import, so only one worker continues it. */
export function getLocked(ctx: Context, kind: Kind, id: string): Promise<ContactImport> {
  return get(ctx, kind, id, part`for update`)
}

export type ImportFile = { kind: Kind; csv: string; processed_rows: number; dry_run: boolean }

/** The uploaded file and the number of processed rows. */
export async function getFile(sql: Sql, account_id: string, id: string): Promise<ImportFile> {
  const [row] = await sql<ImportFile>`
    select kind, csv, processed_rows, dry_run from contact_imports where account_id = ${account_id} and id = ${id}`
  return row ?? rejectMissing(list_of.contacts)
}

export type Progress = Pick<
  ContactImport,
  'status' | 'processed_rows' | 'created_count' | 'updated_count' | 'failed_count' | 'errors'
>

/** Stores the progress; deletes the file when the import is done. */
export async function advance({ sql, actor, now }: Context, id: string, progress: Progress): Promise<ContactImport> {
  const [row] = await sql<ContactImport>`
    update contact_imports
       set status = ${progress.status}, processed_rows = ${progress.processed_rows}, created_count = ${progress.created_count},
           updated_count = ${progress.updated_count}, failed_count = ${progress.failed_count},
           errors = ${JSON.stringify(progress.errors)}::jsonb, csv = case when ${progress.status} = 'done' then '' else csv end,
           updated_at = ${now}
     where account_id = ${actor.account.id} and id = ${id} returning ${columns}`
  return row!
}

/** Marks the import as failed, with a reason at the row it stopped. Imported records stay, and the counts show the progress. */
export async function fail(sql: Sql, account_id: string, id: string, reason?: string): Promise<void> {
  const error = part`jsonb_build_object('row', processed_rows + 2, 'field', null, 'code', 'permission_denied', 'detail', ${reason}::text)`
  await sql`
    update contact_imports set status = 'failed', csv = '', updated_at = now() ${reason ? part`, errors = errors || ${error}` : emptyPart}
     where account_id = ${account_id} and id = ${id} and status <> 'done'`
}

const columns = part`
  id, status, dry_run, total_rows, processed_rows, created_count, updated_count, failed_count, errors, created_at, updated_at`
