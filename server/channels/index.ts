import { openInstagram } from '#channels/instagram/index.ts'
import { openMessenger } from '#channels/messenger/index.ts'
import { openEmail } from '#channels/email/index.ts'
import { openTwilio } from '#channels/sms/index.ts'
import { openTelegram } from '#channels/telegram/index.ts'
import { openWhatsApp } from '#channels/whatsapp/index.ts'
import { type Connectors, ProviderError, type ReachHost } from '#kernel/connector.ts'

/** Addresses of the providers, and the Meta app of the installation if it has one. */
export type ProviderConfig = {
  graph_url: string
  instagram_url: string
  telegram_url: string
  twilio_url: string
  meta_app: { app_secret?: string | undefined; verify_token?: string | undefined }
}

/** One line per channel of a provider. */
export function openConnectors(
  { graph_url, instagram_url, telegram_url, twilio_url, meta_app }: ProviderConfig,
  reach: ReachHost = noMailServer,
): Connectors {
  return {
    whatsapp: openWhatsApp({ graph_url, ...meta_app }),
    messenger: openMessenger({ graph_url, ...meta_app }),
    instagram: openInstagram({ graph_url, instagram_url, ...meta_app }),
    telegram: openTelegram({ telegram_url }),
    sms: openTwilio({ twilio_url }),
    email: openEmail(reach),
  }
}

/** Without a guard no mail server is called. */
const noMailServer: ReachHost = async (host) => {
  throw new ProviderError('unreachable', `${host} cannot be called from here.`)
}
