import { z } from 'zod'
import { Session } from '#contract/records/access.ts'
import { page } from '#contract/scalars.ts'
import * as sessions from '#domains/access/sign-in/sessions.ts'
import { operation } from '#kernel/operation.ts'

export const list_sessions = operation({
  summary: 'List your sessions, most recently used first.',
  rest: 'GET /me/sessions',
  permission: 'personal',
  tool: false,
  input: z.strictObject({}),
  output: page(Session),

  async run({ sql, actor }) {
    return { items: await sessions.list(sql, actor), next_cursor: null }
  },
})
