import { z } from 'zod'
import { toConditions } from '#domains/conversations/filters/conditions.ts'
import { conversationFilters, moreFilters } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const count_conversations = operation({
  summary: 'Count conversations that match the filters of the list: all, yours, assigned and unassigned.',
  rest: 'GET /conversations/count',
  permission: 'conversations:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({ ...conversationFilters, ...moreFilters }),
  output: z.object({ all: z.int(), mine: z.int(), assigned: z.int(), unassigned: z.int() }),

  async run(ctx, input) {
    return conversations.count(ctx, await toConditions(ctx, input))
  },
})
