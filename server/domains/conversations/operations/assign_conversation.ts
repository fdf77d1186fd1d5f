import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { line } from '#contract/scalars.ts'
import { assign } from '#domains/conversations/assignment.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { remember } from '#domains/conversations/undo/store.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

export const assign_conversation = operation({
  summary: 'Assign a conversation to an agent, by name, e-mail or id.',
  description: 'Find agents with list_agents. Returns the conversation with its assignee.',
  rest: 'POST /conversations/:conversation_id/assignee',
  permission: ['conversations:write', 'conversations:assign'],
  idempotent: true,
  input: z.strictObject({ conversation_id, agent: line.describe('Agent, by name, e-mail or id') }),
  output: Conversation,

  async run(ctx, { conversation_id, agent }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    await remember(ctx, conversation_id, 'assignee')
    return assign(ctx, before, (await agents.get(ctx, { agent })).id)
  },
})
