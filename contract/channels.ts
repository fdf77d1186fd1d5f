import { type MarkStyle, withoutMarks } from '#contract/message-marks.ts'
import type { ChannelCapabilities } from '#contract/records/channel-capabilities.ts'

/** Channel types. */
export const channels = ['web_widget', 'api', 'whatsapp', 'telegram', 'messenger', 'instagram', 'email', 'sms'] as const
export type Channel = (typeof channels)[number]

/** Channels of an outside provider, connected with credentials. */
export type ProviderChannel = Exclude<Channel, 'web_widget' | 'api'>

const MEGABYTE = 1024 * 1024
const any = (megabytes: number) =>
  (['image', 'audio', 'video', 'file'] as const).map((type) => ({
    type,
    max_bytes: megabytes * MEGABYTE,
    content_types: [] as string[],
  }))

const plain: ChannelCapabilities = {
  text_limit: null,
  text_unit: 'characters',
  files: any(40),
  replies: true,
  reactions: true,
  edits: true,
  deletions: true,
  templates: false,
  buttons: 10,
  list: 10,
  window_hours: null,
  human_agent_hours: null,
  starts_conversations: true,
  typing: true,
  read_receipts: true,
}

/** Abilities of every channel, with the providers' figures. */
export const channelCapabilities: Readonly<Record<Channel, ChannelCapabilities>> = {
  web_widget: { ...plain, starts_conversations: false },
  api: plain,
  whatsapp: {
    ...plain,
    text_limit: 4096,
    files: [
      { type: 'image', max_bytes: 5 * MEGABYTE, content_types: ['image/jpeg', 'image/png'] },
      {
        type: 'audio',
        max_bytes: 16 * MEGABYTE,
        content_types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
      },
      { type: 'video', max_bytes: 16 * MEGABYTE, content_types: ['video/mp4', 'video/3gpp'] },
      { type: 'file', max_bytes: 100 * MEGABYTE, content_types: [] },
    ],
    edits: false,
    deletions: false,
    templates: true,
    buttons: 3,
    window_hours: 24,
  },
  telegram: {
    ...plain,
    text_limit: 4096,
    files: any(50).map((each) => (each.type === 'image' ? { ...each, max_bytes: 10 * MEGABYTE } : each)),
    list: 0,
    starts_conversations: false,
    read_receipts: false,
  },
  messenger: {
    ...plain,
    text_limit: 2000,
    files: any(25).map((each) => (each.type === 'image' ? { ...each, max_bytes: 8 * MEGABYTE } : each)),
    edits: false,
    deletions: false,
    buttons: 13,
    list: 0,
    window_hours: 24,
    human_agent_hours: 168,
    starts_conversations: false,
  },
  instagram: {
    ...plain,
    text_limit: 1000,
    text_unit: 'bytes',
    files: [
      { type: 'image', max_bytes: 8 * MEGABYTE, content_types: ['image/png', 'image/jpeg', 'image/gif'] },
      {
        type: 'audio',
        max_bytes: 25 * MEGABYTE,
        content_types: ['audio/aac', 'audio/mp4', 'audio/x-m4a', 'audio/wav', 'audio/x-wav'],
      },
      {
        type: 'video',
        max_bytes: 25 * MEGABYTE,
        content_types: ['video/mp4', 'video/ogg', 'video/x-msvideo', 'video/quicktime', 'video/webm'],
      },
      { type: 'file', max_bytes: 25 * MEGABYTE, content_types: ['application/pdf'] },
    ],
    edits: false,
    deletions: false,
    buttons: 13,
    list: 0,
    window_hours: 24,
    human_agent_hours: 168,
    starts_conversations: false,
  },
  email: {
    ...plain,
    files: any(18),
    reactions: false,
    edits: false,
    deletions: false,
    buttons: 0,
    list: 0,
    typing: false,
    read_receipts: false,
  },
  sms: {
    ...plain,
    text_limit: 1600,
    files: any(5),
    replies: false,
    reactions: false,
    edits: false,
    deletions: false,
    buttons: 0,
    list: 0,
    typing: false,
    read_receipts: false,
  },
}

/** The address by which a channel reaches a contact who never wrote there; null where the contact writes first. */
export const channelAddress: Readonly<Record<Channel, 'phone_number' | 'email' | null>> = {
  web_widget: null,
  api: null,
  whatsapp: 'phone_number',
  telegram: null,
  messenger: null,
  instagram: null,
  email: 'email',
  sms: 'phone_number',
}

/** Marks of formatting that the channel's people see as formatting; null where they would see the signs. */
export const channelMarks: Readonly<Record<Channel, MarkStyle | null>> = {
  web_widget: 'markdown',
  api: 'markdown',
  whatsapp: 'whatsapp',
  telegram: null,
  messenger: null,
  instagram: null,
  email: 'markdown',
  sms: null,
}

type Kind = { private: boolean; direction?: string }

/** The marks in the text of a message. An e-mail that arrived was written elsewhere, with formatting of its own. */
export function marksOf({ private: isNote, direction }: Kind, channel: Channel): MarkStyle | null {
  if (isNote) return 'markdown'
  return channel === 'email' && direction === 'incoming' ? null : channelMarks[channel]
}

/** `[@Ana](mention://user/12/Ana)`, the mention syntax of other clients. */
const mentionLink = /\[(@?[^\]]{0,300})\]\(mention:[^)]{0,400}\)/g

/** The text of a message, or its beginning, as one reads it in a list. */
export function unmarked(text: string, message: Kind, channel: Channel): string {
  const plain = withoutMarks(text, marksOf(message, channel))
  return message.private ? plain.replaceAll(mentionLink, '$1') : plain
}
