import { z } from 'zod'
import * as assistants from '#domains/access/assistants/store.ts'
import { notifyOfChange } from '#domains/access/emails/security-notices.ts'
import { checkPassword, hashPassword } from '#domains/access/sign-in/passwords.ts'
import * as profile from '#domains/access/sign-in/profile.ts'
import * as sessions from '#domains/access/sign-in/sessions.ts'
import { operation } from '#kernel/operation.ts'

export const change_password = operation({
  summary: 'Change your password, end your other sessions and disconnect your assistants.',
  rest: 'POST /me/password',
  permission: 'personal',
  tool: false,
  destructive: true,
  audit: { without: ['current_password', 'password'], everywhere: true },
  input: z.strictObject({
    current_password: z.string().max(128),
    password: z.string().max(128).describe('New password, at least 10 characters'),
  }),
  output: z.object({ ended_sessions: z.int().describe('Number of other sessions ended') }),

  async run(ctx, { current_password, password }) {
    checkPassword(password)
    await profile.checkOwnPassword(ctx, current_password, 'current_password')
    await profile.setPassword(ctx, await hashPassword(password))
    await assistants.disconnectAll(ctx.sql, ctx.actor.user_id)
    await notifyOfChange(ctx, 'password_changed')
    return { ended_sessions: await sessions.endAll(ctx.sql, ctx.actor.user_id, ctx.actor.session) }
  },
})
