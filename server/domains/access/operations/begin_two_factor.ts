import { z } from 'zod'
import * as profile from '#domains/access/profile.ts'
import * as secondFactor from '#domains/access/second-factor.ts'
import { base32, otpauth } from '#domains/access/totp.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const begin_two_factor = operation({
  summary: 'Get a secret for your authenticator app. Nothing changes until enable_two_factor is given a code of it.',
  rest: 'POST /me/two-factor',
  permission: 'personal',
  tool: false,
  audit: { without: [], everywhere: true },
  input: z.strictObject({}),
  output: z.object({
    secret: z.string().describe('To be typed into the app'),
    otpauth_url: z.string().describe('The same, to be shown as a QR code'),
  }),

  async run(ctx) {
    const { email } = await profile.get(ctx)
    const secret = await secondFactor.begin(ctx.sql, ctx.secret, ctx.actor.user_id!)
    if (!secret) reject('invalid_state', 'You sign in with a second factor already; disable it first.')
    return { secret: base32(secret), otpauth_url: otpauth(secret, email) }
  },
})
