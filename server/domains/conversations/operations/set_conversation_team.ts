import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { line } from '#contract/scalars.ts'
import { setTeam } from '#domains/conversations/changes.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { remember } from '#domains/conversations/undo/store.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const set_conversation_team = operation({
  summary: 'Assign a conversation to a team, or remove it from its team.',
  rest: 'PUT /conversations/:conversation_id/team',
  permission: ['conversations:write', 'conversations:assign'],
  tool: false,
  idempotent: true,
  input: z.strictObject({ conversation_id, team: line.nullable().describe('Team, by name or id; null for none') }),
  output: Conversation,

  async run(ctx, { conversation_id, team }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    const team_id = team === null ? null : (await teams.get(ctx, { team })).id
    await remember(ctx, conversation_id, 'team')
    return setTeam(ctx, before, team_id)
  },
})
