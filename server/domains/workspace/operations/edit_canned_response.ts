import { z } from 'zod'
import { CannedResponse } from '#contract/records/workspace.ts'
import { line, text } from '#contract/scalars.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import * as rules from '#domains/workspace/rules.ts'
import { operation } from '#kernel/operation.ts'

export const edit_canned_response = operation({
  summary: 'Change the short code or content of a canned response. All versions are kept.',
  description:
    'See list_canned_responses for existing codes; use the id if two inboxes share a code. To restore an older version, ' +
    'give its content again. Returns the canned response as it is now.',
  rest: 'PATCH /canned-responses/:short_code',
  permission: 'workspace:write',
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    short_code: line.describe('Current short code without the leading slash, or id'),
    new_short_code: line.optional().describe('New short code'),
    new_content: text.optional().describe('New text'),
  }),
  output: CannedResponse,

  async run(ctx, { short_code, new_short_code, new_content }) {
    const before = await canned.getLocked(ctx, short_code.trim())
    const after = {
      short_code: new_short_code === undefined ? before.short_code : rules.shortCode(new_short_code, 'new_short_code'),
      content: new_content === undefined ? before.content : rules.content(new_content, 'new_content'),
    }
    if (after.short_code === before.short_code && after.content === before.content) return before
    return canned.update(ctx, before.id, after)
  },
})
