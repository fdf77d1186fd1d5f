import { z } from 'zod'
import { LeadForm } from '#contract/records/lead-form.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as forms from '#domains/crm/lead-forms/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_lead_forms = operation({
  summary: 'List lead forms, newest first.',
  rest: 'GET /lead-forms',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ limit: limit.optional(), cursor: cursor.optional() }),
  output: page(LeadForm),

  async run(ctx, input) {
    const { after, limit: most } = readPage(ctx, input)
    return toPage(ctx, input, await forms.list(ctx, after, most), ({ created_at, id }) => [created_at, id])
  },
})
