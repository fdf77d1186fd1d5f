import { z } from 'zod'
import { Invitation } from '#contract/records/access.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as invitations from '#domains/access/invitations/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_invitations = operation({
  summary: 'List invitations and their status, newest first.',
  rest: 'GET /invitations',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ limit: limit.optional(), cursor: cursor.optional() }),
  output: page(Invitation),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await invitations.list(ctx, after, limit), (each) => [each.created_at, each.id])
  },
})
