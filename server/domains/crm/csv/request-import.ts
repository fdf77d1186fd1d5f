import { z } from 'zod'
import { written } from '#contract/scalars.ts'
import { makerOf } from '#domains/access/makers.ts'
import type { Table } from '#domains/contacts/csv/table.ts'
import * as imports from '#domains/contacts/csv/imports.ts'
import type { Context } from '#kernel/operation.ts'

export const MOST_BYTES = 25 * 1024 * 1024

export const import_input = z.strictObject({
  csv: written
    .max(MOST_BYTES)
    .describe('The file: UTF-8, separated by commas, semicolons or tabs. Can also be sent as a text/csv body.'),
  dry_run: z.boolean().optional().describe('Only validate and count; nothing is imported'),
})

/** Stores the file; a subscriber imports its rows. */
export async function requestImport(
  ctx: Context,
  kind: 'leads' | 'opportunities',
  { csv, dry_run = false }: z.output<typeof import_input>,
  { records }: Table,
) {
  const made = await imports.insert(ctx, kind, csv, records.length, dry_run)
  ctx.emit('crm_import.requested', { import_id: made.id, maker: makerOf(ctx.actor) })
  return made
}
