import { Camera, CodeXml, Mail, MessageCircle, MessageCircleMore, MessagesSquare, Send } from 'lucide-react'
import type { Channel } from '#contract/records/inbox.ts'

/** By which road the customer writes. Its inbox stands beside it, so the picture says nothing aloud. */
export function ChannelIcon({ channel, size = 14 }: { channel: Channel; size?: number }) {
  const Icon = icons[channel]
  return <Icon size={size} aria-hidden className="shrink-0" />
}

const icons = {
  web_widget: MessagesSquare,
  api: CodeXml,
  whatsapp: MessageCircle,
  telegram: Send,
  messenger: MessageCircleMore,
  instagram: Camera,
  email: Mail,
}
