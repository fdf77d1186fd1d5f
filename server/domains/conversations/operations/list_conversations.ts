import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { needsValuePlan, toConditions } from '#domains/conversations/filters/conditions.ts'
import { conversationFilters, moreFilters } from '#domains/conversations/inputs.ts'
import { order, sorts } from '#domains/conversations/filters/sort.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export const list_conversations = operation({
  summary: 'List conversations, newest activity first, by status, inbox, assignee, team, label, priority or date.',
  description:
    'Without filters it lists the open ones you may see. Each item has the contact, the channel, a preview of the last message and a url; ' +
    'next_cursor leads to the next page.',
  rest: 'GET /conversations',
  permission: 'conversations:read',
  tool: {
    without: [...Object.keys(moreFilters), 'sort', 'offset'],
    row: [
      'id',
      'status',
      'priority',
      'contact',
      'inbox',
      'channel',
      'assignee',
      'team',
      'labels',
      'last_message',
      'reply_window',
      'unread_count',
      'snoozed_until',
      'waiting_since',
      'last_activity_at',
      'url',
      'created_at',
    ],
  },
  analytics: needsValuePlan,
  input: z.strictObject({
    ...conversationFilters,
    ...moreFilters,
    sort: z.enum(sorts).optional().describe('Sort order; sorted lists are paged by offset'),
    offset: z.int().min(0).max(1_000_000).optional().describe('Number of items to skip, instead of a cursor'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(Conversation),

  async run(ctx, { sort, offset, ...input }) {
    const numbered = sort !== undefined || offset !== undefined
    if (numbered && input.cursor !== undefined) {
      reject('invalid_value', 'Use cursor, or sort and offset, not both.', 'cursor')
    }
    const { after, limit } = readPage(ctx, input)
    const met = await toConditions(ctx, input)
    const rows = await conversations.list(ctx, met, { after, limit, offset, order: sort && order(sort) })
    if (numbered) return { items: rows.slice(0, limit), next_cursor: null }
    return toPage(ctx, input, rows, (conversation) => [conversation.last_activity_at, conversation.id])
  },

  async count(ctx, input, most) {
    return conversations.countMatches(ctx, await toConditions(ctx, input), most)
  },
})
