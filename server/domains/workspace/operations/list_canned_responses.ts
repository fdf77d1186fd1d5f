import { z } from 'zod'
import { CannedResponse } from '#contract/records/workspace.ts'
import { line, page } from '#contract/scalars.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_canned_responses = operation({
  summary: 'List the canned responses of the workspace or of one inbox, by short code.',
  description:
    'Use it before edit_canned_response to get short codes and ids. Returns each with its inbox and full text.',
  rest: 'GET /canned-responses',
  permission: 'workspace:read',
  input: z.strictObject({ inbox: line.optional().describe('Filter by inbox, by name or id') }),
  output: page(CannedResponse),

  async run(ctx, { inbox }) {
    const inbox_id = inbox === undefined ? undefined : (await inboxes.get(ctx, { inbox })).id
    return { items: await canned.list(ctx, inbox_id), next_cursor: null }
  },
})
