import { z } from 'zod'
import { Member } from '#contract/records/people.ts'
import { id } from '#contract/scalars.ts'
import * as emails from '#domains/access/emails/store.ts'
import * as emailTemplates from '#domains/access/emails/email-templates.ts'
import * as secondFactor from '#domains/access/sign-in/second-factor.ts'
import * as members from '#domains/people/members.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const reset_two_factor = operation({
  summary: 'Turn off two-factor authentication for a member who lost access to it. They are notified by e-mail.',
  rest: 'POST /members/:member_id/reset-two-factor',
  permission: 'admin',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ member_id: id }),
  output: Member,

  async run(ctx, { member_id }) {
    const { account, name, user_id } = ctx.actor
    // Otherwise a stolen key or session could remove the second factor.
    if (member_id === user_id)
      reject('invalid_state', 'Use disable_two_factor for yourself, with your password.', 'member_id')
    const member = await members.getLocked(ctx, member_id)
    await members.checkOnlyHere(ctx, member_id, 'member_id')
    if (!(await secondFactor.disable(ctx.sql, member_id)))
      reject('invalid_state', 'This member doesn’t use two-factor authentication.', 'member_id')
    await emails.queue(ctx, {
      ...emailTemplates.secondFactorReset(account, name, `${ctx.base_url}/app`),
      key: `two_factor_reset:${member_id}:${ctx.now.toISOString()}`,
      kind: 'two_factor_reset',
      to_address: member.email,
      to_name: member.name,
    })
    return members.get(ctx, member_id)
  },
})
