import { z } from 'zod'
import type { MetaApp } from '#channels/meta/app.ts'

export type WhatsAppCredentials = z.output<ReturnType<typeof whatsappCredentials>>

/** The app secret may be left out if the installation has a Meta app of its own. */
export function whatsappCredentials({ app_secret }: Pick<MetaApp, 'app_secret'>) {
  const secret = pasted.describe('App secret of the Meta app, which signs webhooks')
  return z.object({
    phone_number_id: id.describe('Phone number ID, not the phone number'),
    business_account_id: id.describe('WhatsApp Business Account ID'),
    access_token: pasted.describe('Token of a system user with whatsapp_business_messaging and _management'),
    app_secret: app_secret === undefined ? secret : secret.optional(),
    verify_token: pasted.optional().describe('Text to enter at Meta; made when absent'),
  })
}

const id = z.string().trim().regex(/^\w+$/, 'Paste the number Meta shows as its ID.')
const pasted = z.string().trim().min(1).max(2_000)
