import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import type { ContactImport } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import { actWith, loadMaker, requireRights } from '#domains/access/makers.ts'
import type { Table } from './table.ts'
import * as imports from './imports.ts'
import type { AnyOperation, Context } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Event, SubscriberContext } from '#kernel/subscriber.ts'
import { getAccount } from '#kernel/system-actor.ts'

const MAX_ERRORS = 1000
/** Rows planned before yielding; a dry run plans up to 100,000 in one call. */
export const ROWS_BEFORE_YIELD = 200
const BATCH_SIZE = 200

const Line = z.object({ row: z.int(), cells: z.record(z.string(), z.string()) })
export type Line = z.output<typeof Line>

/** Input of the internal operations that import the next rows of a file. */
export const rows_input = z.strictObject({ import_id: id, from: z.int(), records: z.array(Line) })

/** How files of one kind are read and imported. */
export type ImportKind = { permission: Permission; read: (csv: string) => Promise<Table>; rows: AnyOperation }

type ImportRequest = Pick<Event<'contact_import.requested'>, 'account_id' | 'actor' | 'payload'>

/**
 * Imports a file in batches, so that progress is visible and a crash loses nothing. Each batch is imported with the
 * rights its author has by then.
 */
export async function runImport(
  { sql, invoke }: SubscriberContext,
  { account_id, actor: author, payload: { import_id, maker } }: ImportRequest,
  kinds: Partial<Record<imports.Kind, ImportKind>>,
): Promise<void> {
  const { kind, csv, processed_rows, dry_run } = await imports.getFile(sql, account_id, import_id)
  if (!csv) return // Already imported; this delivery is a repetition.
  const { permission, read, rows } = kinds[kind]!
  const { records } = await read(csv)
  // A dry run saves nothing, so its rows must stay together to detect duplicates among them.
  const size = dry_run ? records.length : BATCH_SIZE
  for (let from = processed_rows; from === 0 || from < records.length; from += size) {
    const rights = requireRights(await loadMaker(sql, account_id, maker), [permission])
    if ('refused' in rights)
      return imports.fail(sql, account_id, import_id, rights.refused[(await getAccount(sql, account_id)).locale])
    const actor = await actWith(sql, account_id, author, rights)
    await invoke(rows, { import_id, from, records: records.slice(from, from + size) }, actor)
    if (size === 0) break
  }
}

type ImportRow = (line: Line) => Promise<'created' | 'updated'>

/**
 * Imports some rows in one transaction with the progress, so after a crash it continues without repeating a row.
 * `prepare` loads what the rows refer to; in a dry run its function must only plan.
 */
export async function importRows(
  ctx: Context,
  kind: imports.Kind,
  { import_id, from, records }: z.output<typeof rows_input>,
  prepare: (dry_run: boolean) => Promise<ImportRow>,
): Promise<ContactImport> {
  const job = await imports.getLocked(ctx, kind, import_id)
  if (job.processed_rows !== from) reject('invalid_state', 'Another worker has continued this import.')
  const progress: imports.Progress = { ...job, errors: [...job.errors] }
  const importRow = await prepare(job.dry_run)
  for (const line of records) {
    if (line.row % ROWS_BEFORE_YIELD === 0) await yieldToEventLoop()
    try {
      const outcome = await importRow(line)
      progress[`${outcome}_count`]++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      noteRefusal(progress, line.row, error)
    }
  }
  progress.processed_rows += records.length
  progress.status = progress.processed_rows >= job.total_rows ? 'done' : 'running'
  return imports.advance(ctx, import_id, progress)
}

function noteRefusal(progress: imports.Progress, row: number, { code, message: detail, extra }: Problem): void {
  progress.failed_count++
  const field = extra.errors?.[0]?.field ?? null
  if (progress.errors.length < MAX_ERRORS) progress.errors.push({ row, field, code, detail })
}
