import {
  AtSign,
  Camera,
  MessageCircle,
  MessageCircleMore,
  MessagesSquare,
  Phone,
  Plug,
  Send,
  type IconComponent,
} from '#web/ui/icons.ts'
import type { Channel } from '#contract/channels.ts'

type Props = {
  channel: Channel
  size?: number
  /** Read aloud; leave it out where the channel's name is beside the icon. */
  label?: string
}

/** The icon of a channel type. */
export function ChannelIcon({ channel, size = 14, label }: Props) {
  const Icon = icons[channel]
  return (
    <Icon
      size={size}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className="shrink-0"
    />
  )
}

const icons: Record<Channel, IconComponent> = {
  web_widget: MessagesSquare,
  whatsapp: MessageCircle,
  instagram: Camera,
  messenger: MessageCircleMore,
  telegram: Send,
  email: AtSign,
  sms: Phone,
  api: Plug,
}
