import {
  AtSign,
  Camera,
  MessageCircle,
  MessageCircleMore,
  MessagesSquare,
  Plug,
  Send,
  type LucideIcon,
} from 'lucide-react'
import type { Channel } from '#contract/records/inbox.ts'

/** By which road customers write, as a picture; its name stands beside it. */
export function ChannelIcon({ channel, size = 18 }: { channel: Channel; size?: number }) {
  const Icon = icons[channel]
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text">
      <Icon size={size} aria-hidden />
    </span>
  )
}

const icons: Record<Channel, LucideIcon> = {
  web_widget: MessagesSquare,
  api: Plug,
  whatsapp: MessageCircle,
  telegram: Send,
  messenger: MessageCircleMore,
  instagram: Camera,
  email: AtSign,
}
