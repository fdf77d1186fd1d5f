import type { ProviderChannel } from '#contract/channels.ts'
import { providerChannels } from '#web/screens/settings/inboxes/connection/credential-fields.ts'

export type GuideSearch = { channel: ProviderChannel; inbox_id?: string | undefined }

/** The channel to connect, and the inbox if it exists already. */
export function readGuideSearch({ channel, inbox_id }: { channel?: unknown; inbox_id?: unknown }): GuideSearch {
  const known = providerChannels.find((each) => each === channel) ?? 'whatsapp'
  return { channel: known, ...(inbox_id !== undefined && { inbox_id: String(inbox_id) }) }
}
