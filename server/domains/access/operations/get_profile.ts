import { z } from 'zod'
import * as profile from '#domains/access/sign-in/profile.ts'
import { operation } from '#kernel/operation.ts'

export const get_profile = operation({
  summary: 'Get your profile: name, e-mail and two-factor status.',
  rest: 'GET /me/profile',
  permission: 'personal',
  tool: false,
  input: z.strictObject({}),
  output: profile.Profile,

  run: (ctx) => profile.get(ctx),
})
