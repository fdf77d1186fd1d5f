import { z } from 'zod'
import * as sessions from '#domains/access/sign-in/sessions.ts'
import { operation } from '#kernel/operation.ts'

export const revoke_other_sessions = operation({
  summary: 'Sign out of all your other sessions.',
  rest: 'POST /me/sessions/revoke-others',
  permission: 'personal',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [], everywhere: true },
  input: z.strictObject({}),
  output: z.object({ ended_sessions: z.int() }),

  async run({ sql, actor }) {
    return { ended_sessions: await sessions.endAll(sql, actor.user_id, actor.session) }
  },
})
