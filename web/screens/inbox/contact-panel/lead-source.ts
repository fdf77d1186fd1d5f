import type { Channel } from '#contract/channels.ts'

/** The source of a lead created from this conversation. */
export function leadSource({ channel, inbox }: { channel: Channel; inbox: { name: string } }): string {
  return sources[channel] ?? inbox.name.toLowerCase()
}

const sources: Partial<Record<Channel, string>> = {
  web_widget: 'web',
  whatsapp: 'whatsapp',
  instagram: 'instagram',
  messenger: 'facebook',
  telegram: 'telegram',
  email: 'email',
}
