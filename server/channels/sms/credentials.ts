import { z } from 'zod'

export type TwilioCredentials = { provider: 'twilio'; account_sid: string; auth_token: string; from: string }

const pasted = z.string().trim().min(1).max(200)

export const twilioCredentials = z.strictObject({
  provider: z.literal('twilio'),
  account_sid: pasted.regex(/^\w+$/, 'Copy the account SID from the Twilio console; it begins with AC'),
  auth_token: pasted,
  from: pasted
    .transform((from) => (from.startsWith('+') ? from.replaceAll(/[\s().-]/g, '') : from))
    .describe('Phone number, such as +525555550100, or id of a messaging service'),
})
