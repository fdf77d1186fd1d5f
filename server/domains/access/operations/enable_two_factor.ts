import { z } from 'zod'
import * as profile from '#domains/access/profile.ts'
import * as secondFactor from '#domains/access/second-factor.ts'
import * as sessions from '#domains/access/sessions.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const enable_two_factor = operation({
  summary: 'Sign in with a second factor from now on. The recovery codes are in this answer only.',
  rest: 'POST /me/two-factor/enable',
  permission: 'personal',
  tool: false,
  audit: { without: ['code'], everywhere: true },
  input: z.strictObject({ code: z.string().max(100).describe('What the authenticator app shows now') }),
  output: z.object({
    recovery_codes: z.array(z.string()).describe('Each opens your account once in place of a code; keep them safe'),
  }),

  async run(ctx, { code }) {
    const { sql, secret, actor } = ctx
    if ((await profile.get(ctx)).two_factor)
      reject('invalid_state', 'You sign in with a second factor already; disable it first.')
    if (!(await secondFactor.confirm(sql, secret, actor.user_id!, code)))
      reject('invalid_value', 'This code is not right; look at the app again, or begin anew.', 'code')
    // Whoever is in with the password alone has to come in again.
    await sessions.endAll(sql, actor.user_id, actor.session)
    return { recovery_codes: await secondFactor.enable(sql, actor.user_id!) }
  },
})
