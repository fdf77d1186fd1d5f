import type { ChannelIdentity } from '#contract/records/conversation.ts'
import type { Channel } from '#contract/channels.ts'

const types: Record<Channel, string> = {
  web_widget: 'Channel::WebWidget',
  api: 'Channel::Api',
  whatsapp: 'Channel::Whatsapp',
  telegram: 'Channel::Telegram',
  messenger: 'Channel::FacebookPage',
  instagram: 'Channel::Instagram',
  email: 'Channel::Email',
  sms: 'Channel::TwilioSms',
}

/** The name classic clients know a channel by. */
export function channelType(channel: Channel): string {
  return types[channel]
}

/** A short inbox. Inbox and channel are one record here, so they share an id. */
export function slimInbox({ id, name }: { id: string; name: string }, channel: Channel) {
  return {
    id: Number(id),
    avatar_url: '',
    channel_id: Number(id),
    name,
    channel_type: channelType(channel),
    provider: null,
  }
}

/** The identity of a contact in an inbox. */
export function contactInbox({ source_id, inbox, channel }: Pick<ChannelIdentity, 'source_id' | 'inbox' | 'channel'>) {
  return { source_id, inbox: slimInbox(inbox, channel) }
}
