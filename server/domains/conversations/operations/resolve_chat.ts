import { z } from 'zod'
import { statuses } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { identityOf } from '#domains/conversations/chat.ts'
import { move } from '#domains/conversations/lifecycle.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const resolve_chat = operation({
  summary:
    'Resolve the visitor’s own conversation: to them the matter is settled. What they write later opens it again.',
  rest: 'POST /widget/resolve',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({ id, status: z.enum(statuses) }),

  async run(ctx) {
    const identity = await identityOf(ctx)
    const before = identity && (await conversations.findLatestLocked(ctx, identity.id))
    if (!before) reject('not_found', 'There is no conversation yet; write something first.')
    return move(ctx, before, rules.resolve(before, ctx.now))
  },
})
