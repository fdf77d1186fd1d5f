import { z } from 'zod'
import { line } from '#contract/scalars.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

export const set_participants = operation({
  summary: 'Replace the participants of a conversation: agents who follow it besides the assignee.',
  rest: 'PUT /conversations/:conversation_id/participants',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    conversation_id,
    participants: z.array(line).max(50).describe('Agents, by name, e-mail or id'),
  }),
  output: z.object({ participants: z.array(z.object({ id: z.string(), name: z.string() })) }),

  async run(ctx, { conversation_id, participants }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    const followers = await agents.getAll(ctx, participants, 'participants')
    await conversations.setParticipants(
      ctx,
      before.id,
      followers.map((agent) => agent.id),
    )
    return { participants: await conversations.listParticipants(ctx, before.id) }
  },
})
