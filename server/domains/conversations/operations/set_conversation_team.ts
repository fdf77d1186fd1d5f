import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { line } from '#contract/scalars.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const set_conversation_team = operation({
  summary: 'Hand a conversation to a team, or take it from its team.',
  rest: 'PUT /conversations/:conversation_id/team',
  permission: ['conversations:write', 'conversations:assign'],
  tool: false,
  idempotent: true,
  input: z.strictObject({ conversation_id, team: line.nullable().describe('Team, by name or id; null for none') }),
  output: Conversation,

  async run(ctx, { conversation_id, team }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    const team_id = team === null ? null : (await teams.get(ctx, { team })).id
    if ((before.team?.id ?? null) === team_id) return before
    const conversation = await conversations.update(ctx, conversation_id, { team_id })
    ctx.emit('conversation.team_changed', {
      conversation,
      changes: { team: { from: before.team, to: conversation.team } },
    })
    return conversation
  },
})
