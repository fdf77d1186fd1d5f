import { z } from 'zod'
import type { MetaApp } from '#channels/meta/app.ts'
import { accountFields, id } from '#channels/meta/messaging/credentials.ts'

export type InstagramApp = MetaApp & { instagram_url: string }

export type InstagramCredentials = z.output<ReturnType<typeof instagramCredentials>> & {
  /** Known once the token was renewed; people paste tokens of any age. */
  token_expires_at?: string | undefined
}

export function instagramCredentials(app: Pick<InstagramApp, 'app_secret'>) {
  return z.object({
    account_id: id.describe('ID of the professional account'),
    ...accountFields(app),
    login: z
      .enum(['instagram', 'facebook'])
      .default('instagram')
      .describe('The login the token comes from: that of Instagram, or of the Facebook page'),
  })
}
