import { z } from 'zod'
import { Member } from '#contract/records/people.ts'
import { id, line } from '#contract/scalars.ts'
import { type HandoverCounts, handOver } from '#domains/people/handover.ts'
import * as emailTemplates from '#domains/people/email-templates.ts'
import * as members from '#domains/people/members.ts'
import { notify } from '#domains/people/notices.ts'
import * as agents from '#domains/workspace/agents.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const deactivate_member = operation({
  summary:
    'Deactivate a member. They lose access immediately and their API keys are revoked for good; their history stays.',
  description: 'Choose what happens to their open work: give reassign_to, or leave.',
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
      .describe('Agent who takes over their open work, by name, e-mail or id; null unassigns it'),
    leave: z.literal(true).optional().describe('Keep their work assigned to them'),
  }),
  output: Member,

  async run(ctx, { member_id, reassign_to, leave }) {
    if (member_id === ctx.actor.user_id)
      reject('invalid_state', 'You can’t deactivate yourself; ask another administrator.', 'member_id')
    if (reassign_to === undefined && !leave)
      reject('missing_field', 'Choose what happens to their open work: give reassign_to, or leave.', 'reassign_to')
    if (reassign_to !== undefined && leave)
      reject('invalid_value', 'Give either reassign_to or leave, not both.', 'leave')
    await members.checkAnotherAdministrator(ctx, member_id, 'member_id')
    const member = await members.getLocked(ctx, member_id)
    if (member.deactivated_at) reject('invalid_state', 'This member is already deactivated.', 'member_id')
    const newOwner = reassign_to == null ? null : await findNewOwner(ctx, member_id, reassign_to)
    await members.deactivate(ctx, member_id)
    if (!leave) await notifyNewOwner(ctx, member, newOwner, await handOver(ctx, member_id, newOwner))
    return members.get(ctx, member_id)
  },
})

/** Sends the new owner one e-mail that covers all records handed over. */
async function notifyNewOwner(
  ctx: Context,
  { id, name }: Member,
  newOwner: string | null,
  counts: HandoverCounts,
): Promise<void> {
  if (newOwner === null || Object.values(counts).every((count) => count === 0)) return
  const { account, name: by } = ctx.actor
  const email = emailTemplates.handover(account.locale, by, name, counts, `${ctx.base_url}/app`)
  await notify(ctx, 'owner_changed', newOwner, { ...email, key: `handover:${id}:${ctx.now.toISOString()}` })
}

async function findNewOwner(ctx: Context, member_id: string, agent: string): Promise<string> {
  const { id } = await agents.get(ctx, { agent }, 'reassign_to')
  if (id === member_id)
    reject('invalid_value', 'Choose someone other than the member you are deactivating.', 'reassign_to')
  // Locked, so they can't be deactivated at the same time.
  const rows = await ctx.sql`
    select from memberships where account_id = ${ctx.actor.account.id} and user_id = ${id} and deactivated_at is null for share`
  return rows.length > 0
    ? id
    : reject('invalid_state', 'This agent was just deactivated; choose another.', 'reassign_to')
}
