import { AtSign, Camera, MessageCircle, MessageCircleMore, Plug, Send, MessagesSquare } from 'lucide-react'
import type { Channel } from '#contract/records/inbox.ts'

const icons = {
  web_widget: MessagesSquare,
  api: Plug,
  whatsapp: MessageCircle,
  telegram: Send,
  messenger: MessageCircleMore,
  instagram: Camera,
  email: AtSign,
}

/** By which road the customer writes. */
export function ChannelIcon({ channel, label }: { channel: Channel; label: string }) {
  const Icon = icons[channel]
  return <Icon size={13} role="img" aria-label={label} className="shrink-0" />
}
