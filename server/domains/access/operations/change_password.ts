import { z } from 'zod'
import { checkPassword, hashPassword } from '#domains/access/passwords.ts'
import * as profile from '#domains/access/profile.ts'
import * as sessions from '#domains/access/sessions.ts'
import { operation } from '#kernel/operation.ts'

export const change_password = operation({
  summary: 'Change your own password. Everywhere else you are signed out.',
  rest: 'POST /me/password',
  permission: 'personal',
  tool: false,
  destructive: true,
  audit: { without: ['current_password', 'password'], everywhere: true },
  input: z.strictObject({
    current_password: z.string().max(128),
    password: z.string().max(128).describe('The new one, of at least 10 characters'),
  }),
  output: z.object({ ended_sessions: z.int().describe('In how many other places you were signed in') }),

  async run(ctx, { current_password, password }) {
    checkPassword(password)
    await profile.checkOwnPassword(ctx, current_password, 'current_password')
    await profile.setPassword(ctx, await hashPassword(password))
    return { ended_sessions: await sessions.endAll(ctx.sql, ctx.actor.user_id, ctx.actor.session) }
  },
})
