import { z } from 'zod'
import * as profile from '#domains/access/profile.ts'
import { operation } from '#kernel/operation.ts'

export const get_profile = operation({
  summary: 'Get your own account: name, e-mail, and whether you sign in with a second factor.',
  rest: 'GET /me/profile',
  permission: 'personal',
  tool: false,
  input: z.strictObject({}),
  output: profile.Profile,

  run: (ctx) => profile.get(ctx),
})
