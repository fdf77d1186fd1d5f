import { z } from 'zod'
import { line } from '#contract/scalars.ts'
import * as profile from '#domains/access/profile.ts'
import { operation } from '#kernel/operation.ts'

export const update_profile = operation({
  summary: 'Change how you are called, in every workspace you belong to.',
  rest: 'PATCH /me/profile',
  permission: 'personal',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [], everywhere: true },
  input: z.strictObject({ name: line.trim().min(1, 'Say how you are called') }),
  output: profile.Profile,

  async run(ctx, { name }) {
    await profile.rename(ctx, name)
    return profile.get(ctx)
  },
})
