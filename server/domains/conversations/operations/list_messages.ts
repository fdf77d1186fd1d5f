import { z } from 'zod'
import { ListedMessage } from '#contract/records/conversation.ts'
import { countedPage, cursor, include_total, limit, line } from '#contract/scalars.ts'
import { joinParts, part, type Part } from '#db/sql.ts'
import { period_filters, toConditions } from '#domains/conversations/filters/quality.ts'
import { listPublic, publicMessages, senders, sentBy } from '#domains/conversations/messages/public.ts'
import * as agents from '#domains/workspace/agents.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { countAll, readPage, toPage } from '#kernel/paging.ts'

const filters = {
  ...period_filters,
  sender: z
    .enum(senders)
    .optional()
    .describe('Author: a customer, any person who answers, a person known here, or the AI agent'),
  agent: line.optional().describe('Agent who wrote it, by name, e-mail or id'),
  answers_only: z.boolean().optional().describe('Only answers to a customer who was waiting'),
  weekday: z.int().min(1).max(7).optional().describe('Day of the week in the workspace time zone; 1 is Monday'),
  hour: z.int().min(0).max(23).optional().describe('Hour of the day in the workspace time zone'),
}

export const list_messages = operation({
  summary: 'List messages of all conversations, newest first, by author, inbox, day or hour of the week.',
  description: 'These are the messages reports count: no notes, and none that are still to be sent.',
  rest: 'GET /messages',
  permission: 'conversations:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({
    ...filters,
    include_total: include_total.optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: countedPage(ListedMessage),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const met = part`${await toConditions(ctx, input, part`r.created_at`)} ${await ownConditions(ctx, input)}`
    const total = await countAll(ctx, input, part`${publicMessages(ctx)} ${met}`)
    const rows = await listPublic(ctx, met, after, limit)
    return { ...toPage(ctx, input, rows, (message) => [message.created_at, message.id]), ...total }
  },
})

async function ownConditions(ctx: Context, input: z.output<z.ZodObject<typeof filters>>): Promise<Part> {
  const { sender, agent, answers_only, weekday, hour } = input
  const local = part`r.created_at at time zone ${ctx.actor.account.time_zone}`
  const written = part`and r.direction = 'outgoing' and r.author_type = 'agent'`
  return joinParts([
    ...(sender ? [sentBy[sender]] : []),
    ...(agent === undefined ? [] : [part`${written} and r.author_id = ${(await agents.getMember(ctx, agent)).id}`]),
    ...(answers_only ? [part`and r.waited_seconds is not null`] : []),
    ...(weekday === undefined ? [] : [part`and extract(isodow from ${local}) = ${weekday}`]),
    ...(hour === undefined ? [] : [part`and extract(hour from ${local}) = ${hour}`]),
  ])
}
