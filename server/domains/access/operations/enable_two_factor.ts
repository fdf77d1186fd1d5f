import { z } from 'zod'
import { notifyOfChange } from '#domains/access/emails/security-notices.ts'
import * as assistants from '#domains/access/assistants/store.ts'
import * as profile from '#domains/access/sign-in/profile.ts'
import * as secondFactor from '#domains/access/sign-in/second-factor.ts'
import * as sessions from '#domains/access/sign-in/sessions.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const enable_two_factor = operation({
  summary:
    'Turn on two-factor authentication with a code from begin_two_factor. The recovery codes are shown only in this response.',
  rest: 'POST /me/two-factor/enable',
  permission: 'personal',
  tool: false,
  audit: { without: ['code'], everywhere: true },
  input: z.strictObject({ code: z.string().max(100).describe('Current code from the authenticator app') }),
  output: z.object({
    recovery_codes: z.array(z.string()).describe('Each replaces a code once; store them safely'),
  }),

  async run(ctx, { code }) {
    const { sql, secret, actor } = ctx
    if ((await profile.get(ctx)).two_factor)
      reject('invalid_state', 'Two-factor authentication is already on; disable it first.')
    if (!(await secondFactor.confirm(sql, secret, actor.user_id!, code)))
      reject('invalid_value', 'The code is incorrect; check your app, or start again with begin_two_factor.', 'code')
    // Other sessions were opened without the second factor, so they must sign in again.
    await sessions.endAll(sql, actor.user_id, actor.session)
    await assistants.disconnectAll(sql, actor.user_id)
    await notifyOfChange(ctx, 'two_factor_enabled')
    return { recovery_codes: await secondFactor.enable(sql, actor.user_id!) }
  },
})
