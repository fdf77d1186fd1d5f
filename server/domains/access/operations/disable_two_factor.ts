import { z } from 'zod'
import { notifyOfChange } from '#domains/access/emails/security-notices.ts'
import * as profile from '#domains/access/sign-in/profile.ts'
import * as secondFactor from '#domains/access/sign-in/second-factor.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const disable_two_factor = operation({
  summary: 'Turn off two-factor authentication, confirmed with your password.',
  rest: 'POST /me/two-factor/disable',
  permission: 'personal',
  tool: false,
  destructive: true,
  audit: { without: ['password'], everywhere: true },
  input: z.strictObject({ password: z.string().max(128) }),
  output: profile.Profile,

  async run(ctx, { password }) {
    if (!(await profile.get(ctx)).two_factor) reject('invalid_state', 'Two-factor authentication is already off.')
    await profile.checkOwnPassword(ctx, password, 'password')
    await secondFactor.disable(ctx.sql, ctx.actor.user_id!)
    await notifyOfChange(ctx, 'two_factor_disabled')
    return profile.get(ctx)
  },
})
