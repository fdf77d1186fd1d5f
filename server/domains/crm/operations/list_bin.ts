import { z } from 'zod'
import { BinEntry, entity_types } from '#contract/records/crm.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as bin from '#domains/crm/bin/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_bin = operation({
  summary: 'List the leads and opportunities in the bin, most recently deleted first.',
  description: 'Returns only records you may see. Restore one with restore_lead or restore_opportunity.',
  rest: 'GET /crm/bin',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({
    entity_type: z.enum(entity_types).optional().describe('Only leads, or only opportunities'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(BinEntry),

  async run(ctx, input) {
    const types = input.entity_type ? [input.entity_type] : entity_types
    const rows = await bin.list(ctx, types, readPage(ctx, input))
    return toPage(ctx, input, rows, (row) => [row.deleted_at, row.entity_type, row.id])
  },
})
