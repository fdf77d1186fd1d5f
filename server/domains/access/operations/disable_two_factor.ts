import { z } from 'zod'
import * as profile from '#domains/access/profile.ts'
import * as secondFactor from '#domains/access/second-factor.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const disable_two_factor = operation({
  summary: 'Sign in with your password alone again. It takes the password, or a code.',
  rest: 'POST /me/two-factor/disable',
  permission: 'personal',
  tool: false,
  destructive: true,
  audit: { without: ['password', 'code'], everywhere: true },
  input: z.strictObject({
    password: z.string().max(128).optional(),
    code: z.string().max(100).optional().describe('Of the authenticator app, or a recovery code'),
  }),
  output: profile.Profile,

  async run(ctx, { password, code }) {
    const { sql, secret, actor } = ctx
    if (!(await profile.get(ctx)).two_factor) reject('invalid_state', 'You do not sign in with a second factor.')
    if (password === undefined && code === undefined)
      reject('missing_field', 'Give your password, or a code.', 'password')
    if (password !== undefined) await profile.checkOwnPassword(ctx, password, 'password')
    if (code !== undefined && !(await secondFactor.spend(sql, secret, actor.user_id!, code)))
      reject('invalid_value', 'This code is not right, or was used before; wait for the next one.', 'code')
    await secondFactor.disable(sql, actor.user_id!)
    return profile.get(ctx)
  },
})
