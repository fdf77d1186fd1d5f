import { z } from 'zod'
import { Member } from '#contract/records/people.ts'
import { id, line } from '#contract/scalars.ts'
import { type Handed, handOver } from '#domains/people/handover.ts'
import * as letters from '#domains/people/letters.ts'
import * as members from '#domains/people/members.ts'
import { notify } from '#domains/people/notices.ts'
import * as agents from '#domains/workspace/agents.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const deactivate_member = operation({
  summary: 'Deactivate a member: they are out at once, with every key that acts for them. What they did stays.',
  description: 'Say what becomes of what they have on their hands: give reassign_to, or leave.',
  rest: 'POST /members/:member_id/deactivate',
  permission: 'admin',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({
    member_id: id,
    reassign_to: line
      .nullable()
      .optional()
      .describe('Who gets what they have on their hands: an agent by name, e-mail or id; null for nobody'),
    leave: z.literal(true).optional().describe('Leave it with them'),
  }),
  output: Member,

  async run(ctx, { member_id, reassign_to, leave }) {
    if (member_id === ctx.actor.user_id) reject('invalid_state', 'You cannot deactivate yourself.', 'member_id')
    if (reassign_to === undefined && !leave)
      reject('missing_field', 'Say what becomes of their open work: give reassign_to, or leave.', 'reassign_to')
    if (reassign_to !== undefined && leave)
      reject(
        'invalid_value',
        'Their open work is either handed over or left: give reassign_to or leave, not both.',
        'leave',
      )
    await members.checkAnotherAdministrator(ctx, member_id, 'member_id')
    const member = await members.getLocked(ctx, member_id)
    if (member.deactivated_at) reject('invalid_state', 'They are deactivated already.', 'member_id')
    const heir = reassign_to == null ? null : await heirOf(ctx, member_id, reassign_to)
    await members.deactivate(ctx, member_id)
    if (!leave) await tell(ctx, member, heir, await handOver(ctx, member_id, heir))
    return members.get(ctx, member_id)
  },
})

/** Of much that changes hands at once its new owner hears in one mail. */
async function tell(ctx: Context, { id, name }: Member, heir: string | null, handed: Handed): Promise<void> {
  if (heir === null || Object.values(handed).every((count) => count === 0)) return
  const { account, name: by } = ctx.actor
  const letter = letters.handover(account.locale, by, name, handed, `${ctx.base_url}/app`)
  await notify(ctx, 'owner_changed', heir, { ...letter, key: `handover:${id}:${ctx.now.toISOString()}` })
}

async function heirOf(ctx: Context, member_id: string, agent: string): Promise<string> {
  const { id } = await agents.get(ctx, { agent }, 'reassign_to')
  if (id === member_id) reject('invalid_value', 'Give it to somebody who stays.', 'reassign_to')
  // Nobody deactivates them in the same moment.
  const rows = await ctx.sql`
    select from memberships where account_id = ${ctx.actor.account.id} and user_id = ${id} and deactivated_at is null for share`
  return rows.length > 0
    ? id
    : reject('invalid_state', 'They have just been deactivated; choose another.', 'reassign_to')
}
