import { z } from 'zod'
import { ConnectedAssistant } from '#contract/records/access.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as assistants from '#domains/access/assistants/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export const list_connected_assistants = operation({
  summary: 'List the assistants you connected to this workspace, newest first; administrators can list everybody’s.',
  rest: 'GET /me/assistants',
  permission: 'personal',
  tool: false,
  input: z.strictObject({
    everyone: z.boolean().optional().describe('Also those of other people; for administrators'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(ConnectedAssistant),

  async run(ctx, input) {
    const { everyone = false } = input
    if (everyone && !ctx.actor.permissions.has('admin'))
      reject('permission_denied', 'Only administrators can list the assistants of others.', 'everyone')
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await assistants.list(ctx, everyone, after, limit), (each) => [each.created_at, each.id])
  },
})
