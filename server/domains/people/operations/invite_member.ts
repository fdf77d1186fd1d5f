import { z } from 'zod'
import { record_visibilities, user_roles } from '#contract/permissions.ts'
import { Invitation } from '#contract/records/access.ts'
import { line } from '#contract/scalars.ts'
import * as invitations from '#domains/access/invitations/store.ts'
import * as members from '#domains/people/members.ts'
import * as teams from '#domains/workspace/teams.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const invite_member = operation({
  summary: 'Invite a person by e-mail. The link works once and expires in seven days.',
  rest: 'POST /invitations',
  permission: 'admin',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    email: z.email('Enter a complete e-mail address').max(254).toLowerCase(),
    name: line.trim().optional().describe('Their name; they can change it when they accept'),
    role: z.enum(user_roles),
    visibility: z.enum(record_visibilities).optional().describe('Default all'),
    teams: z.array(line).max(100).optional().describe('Teams to join, by name or id'),
  }),
  output: Invitation,

  async run(ctx, { email, name, role, visibility = 'all', teams: named = [] }) {
    await checkStranger(ctx, email)
    const team_ids = (await teams.getAll(ctx, named)).map((team) => team.id)
    const invitation = await invitations.insert(ctx, { email, name: name || null, role, visibility, team_ids })
    ctx.emit('invitation.created', { invitation })
    return invitation
  },
})

async function checkStranger(ctx: Context, email: string): Promise<void> {
  const known = (await members.list(ctx)).find((member) => member.email === email)
  if (!known) return
  const sentence = known.deactivated_at
    ? 'This person is a deactivated member; use reactivate_member instead.'
    : 'This person already belongs to the workspace.'
  reject('duplicate_value', sentence, 'email', { conflicting_id: known.id })
}
