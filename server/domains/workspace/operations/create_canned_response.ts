import { z } from 'zod'
import { CannedResponse } from '#contract/records/workspace.ts'
import { line, text } from '#contract/scalars.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as rules from '#domains/workspace/rules.ts'
import { operation } from '#kernel/operation.ts'

export const create_canned_response = operation({
  summary: 'Create a canned response, which agents insert by its short code. Codes are unique per inbox.',
  description: 'See list_inboxes for names and ids. Returns the canned response with its id.',
  rest: 'POST /canned-responses',
  permission: 'workspace:write',
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    short_code: line.describe('1 to 50 characters, no spaces, without the leading slash, such as horario'),
    content: text.describe('Text that is inserted'),
    inbox: line.describe('Name or id of the inbox'),
  }),
  output: CannedResponse,

  async run(ctx, { short_code, content, inbox }) {
    const fields = { short_code: rules.shortCode(short_code), content: rules.content(content) }
    const { id } = await inboxes.get(ctx, { inbox })
    return canned.insert(ctx, id, fields)
  },
})
