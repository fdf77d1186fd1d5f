import {
  AtSign,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Clock,
  Hourglass,
  Inbox,
  Mail,
  UserRound,
  type IconComponent,
} from '#web/ui/icons.ts'
import type { Folder } from '#web/screens/inbox/conversation-filters.ts'

export const folderIcons: Record<Folder, IconComponent> = {
  mine: UserRound,
  unassigned: CircleDashed,
  open: Inbox,
  unread: Mail,
  waiting: Hourglass,
  following: AtSign,
  pending: CirclePause,
  snoozed: Clock,
  resolved: CircleCheck,
}
