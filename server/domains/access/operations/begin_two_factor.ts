import { z } from 'zod'
import * as profile from '#domains/access/sign-in/profile.ts'
import * as secondFactor from '#domains/access/sign-in/second-factor.ts'
import { base32, otpauth } from '#domains/access/sign-in/totp.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const begin_two_factor = operation({
  summary:
    'Get a secret for your authenticator app, with your password. Nothing changes until you confirm a code with enable_two_factor.',
  rest: 'POST /me/two-factor',
  permission: 'personal',
  tool: false,
  audit: { without: ['password'], everywhere: true },
  // Otherwise a stolen session could lock its owner out.
  input: z.strictObject({ password: z.string().max(128) }),
  output: z.object({
    secret: z.string().describe('Secret to enter in the app by hand'),
    otpauth_url: z.string().describe('The same secret as a URL, for a QR code'),
  }),

  async run(ctx, { password }) {
    await profile.checkOwnPassword(ctx, password, 'password')
    const { email } = await profile.get(ctx)
    const secret = await secondFactor.begin(ctx.sql, ctx.secret, ctx.actor.user_id!)
    if (!secret) reject('invalid_state', 'Two-factor authentication is already on; disable it first.')
    return { secret: base32(secret), otpauth_url: otpauth(secret, email) }
  },
})
