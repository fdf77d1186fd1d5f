import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as sessions from '#domains/access/sign-in/sessions.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const revoke_session = operation({
  summary: 'Sign out of one of your sessions.',
  rest: 'DELETE /me/sessions/:session_id',
  permission: 'personal',
  tool: false,
  destructive: true,
  audit: { without: [], everywhere: true },
  input: z.strictObject({ session_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run({ sql, actor }, { session_id }) {
    if (!(await sessions.end(sql, actor.user_id, session_id)))
      reject('not_found', 'Session not found; see list_sessions.', 'session_id')
    return { id: session_id, deleted: true as const }
  },
})
