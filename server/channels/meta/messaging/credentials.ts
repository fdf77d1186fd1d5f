import { z } from 'zod'
import type { MetaApp } from '#channels/meta/app.ts'

/** Fields that both Messenger and Instagram need. The secret may be left out if the installation has a Meta app. */
export function accountFields({ app_secret }: Pick<MetaApp, 'app_secret'>) {
  const secret = pasted.describe('App secret of the Meta app, which signs webhooks')
  return {
    access_token: pasted,
    app_secret: app_secret === undefined ? secret : secret.optional(),
    verify_token: pasted.optional().describe('Text to enter at Meta; made when absent'),
  }
}

export const id = z.string().trim().regex(/^\d+$/, 'Paste the number Meta shows as its ID.')
const pasted = z.string().trim().min(1).max(2_000)
