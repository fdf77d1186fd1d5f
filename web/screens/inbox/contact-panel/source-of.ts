import type { Channel } from '#contract/records/inbox.ts'

/** Where a lead came from that begins in this conversation, in the words leads are labelled with. */
export function sourceOf({ channel, inbox }: { channel: Channel; inbox: { name: string } }): string {
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
