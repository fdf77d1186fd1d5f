import { z } from 'zod'
import { id, timestamp } from '#contract/scalars.ts'

/** Progress of an import of contacts, leads or opportunities. */
export const import_progress = {
  id,
  status: z.enum(['pending', 'running', 'done', 'failed']),
  dry_run: z.boolean().describe('True if nothing is saved and the counts are a preview'),
  total_rows: z.int(),
  processed_rows: z.int(),
  created_count: z.int(),
  updated_count: z.int(),
  failed_count: z.int(),
  errors: z
    .array(z.object({ row: z.int(), field: z.string().nullable(), code: z.string(), detail: z.string() }))
    .describe('The first 1000 rejected rows, each with its line in the file (the header is row 1) and what to fix'),
  created_at: timestamp,
  updated_at: timestamp,
}
