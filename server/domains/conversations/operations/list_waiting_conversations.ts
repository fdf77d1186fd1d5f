import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { cursor, limit, page, timestamp } from '#contract/scalars.ts'
import { isPlanned, toConditions } from '#domains/conversations/filters.ts'
import { conversationFilters } from '#domains/conversations/inputs.ts'
import { dueOf, listWaiting, placeOf } from '#domains/conversations/sla-queue.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

const { inbox, inbox_id, assignee, unassigned_only, team } = conversationFilters

export const list_waiting_conversations = operation({
  summary: 'List the conversations in which a customer waits for an answer: soonest due first, then longest waiting.',
  rest: 'GET /conversations/waiting',
  permission: 'conversations:read',
  tool: false,
  analysis: isPlanned,
  input: z.strictObject({
    inbox,
    inbox_id,
    assignee,
    unassigned_only,
    team,
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(
    z.object({
      conversation: Conversation,
      waiting_seconds: z.int().describe('How long the customer has been waiting'),
      due_at: timestamp.nullable().describe('By when they are to be answered; null where nothing is promised'),
      overdue: z.boolean(),
    }),
  ),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const rows = await listWaiting(ctx, await toConditions(ctx, { ...input, status: 'all' }), after, limit)
    const { items, next_cursor } = toPage(ctx, input, rows, placeOf)
    return { items: items.map((conversation) => waiting(conversation, ctx.now)), next_cursor }
  },
})

function waiting(conversation: Conversation, now: Date) {
  const due_at = dueOf(conversation)
  const waited = now.getTime() - Date.parse(conversation.waiting_since!)
  return {
    conversation,
    waiting_seconds: Math.max(0, Math.floor(waited / 1000)),
    due_at,
    overdue: due_at !== null && Date.parse(due_at) <= now.getTime(),
  }
}
