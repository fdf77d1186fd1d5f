import { z } from 'zod'
import { record_visibilities, user_roles } from '#contract/permissions.ts'
import { Member } from '#contract/records/people.ts'
import { id, line } from '#contract/scalars.ts'
import * as members from '#domains/people/members.ts'
import { setTeams } from '#domains/people/membership.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const update_member = operation({
  summary: 'Update the role, visibility, teams or name of a member. Omitted fields stay unchanged.',
  rest: 'PATCH /members/:member_id',
  permission: 'admin',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    member_id: id,
    role: z.enum(user_roles).optional(),
    visibility: z.enum(record_visibilities).optional().describe('Conversations, leads and opportunities they can see'),
    name: line.trim().min(1, 'Enter a name').optional(),
    teams: z.array(line).max(100).optional().describe('All their teams, by name or id; others are removed'),
  }),
  output: Member,

  async run(ctx, { member_id, role, visibility, name, teams: named }) {
    if (role === 'agent') await members.checkAnotherAdministrator(ctx, member_id, 'role')
    const before = await members.getLocked(ctx, member_id)
    const wanted = named && (await teams.getAll(ctx, named))
    if (name !== undefined && name !== before.name) {
      await members.checkOnlyHere(ctx, member_id, 'name')
      await members.rename(ctx, member_id, name)
    }
    await members.update(ctx, member_id, { role: role ?? before.role, visibility: visibility ?? before.visibility })
    if (wanted) await setTeams(ctx, before, wanted)
    const agent = await agents.find(ctx, member_id)
    if (agent) ctx.emit('agent.updated', { agent })
    return members.get(ctx, member_id)
  },
})
