import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { cursor, limit, page, timestamp } from '#contract/scalars.ts'
import { needsValuePlan, toConditions } from '#domains/conversations/filters/conditions.ts'
import { conversationFilters } from '#domains/conversations/inputs.ts'
import { responseDueAt, listWaiting, toCursor } from '#domains/conversations/sla/queue.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

const { inbox, inbox_id, assignee, unassigned_only, team } = conversationFilters

export const list_waiting_conversations = operation({
  summary: 'List conversations whose customer waits for a reply: soonest due first, then longest waiting.',
  rest: 'GET /conversations/waiting',
  permission: 'conversations:read',
  tool: false,
  analytics: needsValuePlan,
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
      waiting_seconds: z.int().describe('Seconds the customer has been waiting'),
      due_at: timestamp.nullable().describe('When a reply is due; null without an SLA target'),
      overdue: z.boolean(),
    }),
  ),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const rows = await listWaiting(ctx, await toConditions(ctx, { ...input, status: 'all' }), after, limit)
    const { items, next_cursor } = toPage(ctx, input, rows, toCursor)
    return { items: items.map((conversation) => waiting(conversation, ctx.now)), next_cursor }
  },
})

function waiting(conversation: Conversation, now: Date) {
  const due_at = responseDueAt(conversation)
  const waited = now.getTime() - Date.parse(conversation.waiting_since!)
  return {
    conversation,
    waiting_seconds: Math.max(0, Math.floor(waited / 1000)),
    due_at,
    overdue: due_at !== null && Date.parse(due_at) <= now.getTime(),
  }
}
