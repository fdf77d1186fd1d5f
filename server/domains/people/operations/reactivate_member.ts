import { z } from 'zod'
import { Member } from '#contract/records/people.ts'
import { id } from '#contract/scalars.ts'
import * as members from '#domains/people/members.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

export const reactivate_member = operation({
  summary: 'Reactivate a member with their previous role and teams. Their API keys stay revoked.',
  rest: 'POST /members/:member_id/reactivate',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ member_id: id }),
  output: Member,

  async run(ctx, { member_id }) {
    const member = await members.getLocked(ctx, member_id)
    if (!member.deactivated_at) return member
    await members.reactivate(ctx, member_id)
    const agent = await agents.find(ctx, member_id)
    if (agent) ctx.emit('agent.updated', { agent })
    return members.get(ctx, member_id)
  },
})
