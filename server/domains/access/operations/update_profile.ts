import { z } from 'zod'
import { line, text } from '#contract/scalars.ts'
import * as profile from '#domains/access/sign-in/profile.ts'
import { operation } from '#kernel/operation.ts'

export const update_profile = operation({
  summary: 'Change your name or language in all your workspaces, or your signature in this one.',
  rest: 'PATCH /me/profile',
  permission: 'personal',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [], everywhere: true },
  input: z.strictObject({
    name: line.trim().min(1, 'Enter your name').optional(),
    signature: text
      .max(2000)
      .nullable()
      .optional()
      .describe('Stands below your e-mails; null: that of the inbox, empty: none'),
    language: z
      .enum(['es', 'en'])
      .nullable()
      .optional()
      .describe('Language of reports by e-mail; null: that of the workspace'),
  }),
  output: profile.Profile,

  async run(ctx, { name, signature, language }) {
    if (name !== undefined) await profile.rename(ctx, name)
    if (signature !== undefined) await profile.sign(ctx, signature)
    if (language !== undefined) await profile.setLanguage(ctx, language)
    return profile.get(ctx)
  },
})
