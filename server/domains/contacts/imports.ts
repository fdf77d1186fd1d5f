import type { ContactImport } from '#contract/records/contact.ts'
import { part, type Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export async function insert(
  { sql, actor, now }: Context,
  csv: string,
  total: number,
  dry_run: boolean,
): Promise<ContactImport> {
  const [row] = await sql<ContactImport>`
    insert into contact_imports (account_id, dry_run, csv, total_rows, created_at, updated_at)
    values (${actor.account.id}, ${dry_run}, ${csv}, ${total}, ${now}, ${now}) returning ${columns}`
  return row!
}

export async function get({ sql, actor }: Context, id: string): Promise<ContactImport> {
  const [row] = await sql<ContactImport>`
    select ${columns} from contact_imports where account_id = ${actor.account.id} and id = ${id}`
  return row ?? reject('not_found', 'There is no such import.', 'import_id')
}

export function list({ sql, actor }: Context, after: string[] | undefined, limit: number): Promise<ContactImport[]> {
  return sql<ContactImport>`
    select ${columns} from contact_imports
     where account_id = ${actor.account.id} ${olderThan(after, part`created_at, id`)}
     order by created_at desc, id desc limit ${limit + 1}`
}

/** The import, held so that only one worker carries it on. */
export async function getLocked({ sql, actor }: Context, id: string): Promise<ContactImport> {
  const [row] = await sql<ContactImport>`
    select ${columns} from contact_imports where account_id = ${actor.account.id} and id = ${id} for update`
  return row ?? reject('not_found', 'There is no such import.', 'import_id')
}

/** The file that was sent, and how many of its rows are done. */
export async function getFile(
  sql: Sql,
  account_id: string,
  id: string,
): Promise<{ csv: string; processed_rows: number; dry_run: boolean }> {
  const [row] = await sql<{ csv: string; processed_rows: number; dry_run: boolean }>`
    select csv, processed_rows, dry_run from contact_imports where account_id = ${account_id} and id = ${id}`
  return row ?? reject('not_found', 'There is no such import.', 'import_id')
}

export type Progress = Pick<
  ContactImport,
  'status' | 'processed_rows' | 'created_count' | 'updated_count' | 'failed_count' | 'errors'
>

/** Writes how far it is. The file is let go when it is done. */
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

/** It will not go on; what was imported stays, and the counts tell how far it came. */
export async function fail(sql: Sql, account_id: string, id: string): Promise<void> {
  await sql`
    update contact_imports set status = 'failed', csv = '', updated_at = now()
     where account_id = ${account_id} and id = ${id} and status <> 'done'`
}

const columns = part`
  id, status, dry_run, total_rows, processed_rows, created_count, updated_count, failed_count, errors, created_at, updated_at`
