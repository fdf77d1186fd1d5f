import {
  AlarmClock,
  AtSign,
  Check,
  ChevronsUp,
  CircleDashed,
  Eye,
  Link2,
  MailOpen,
  PanelRight,
  Reply,
  RotateCcw,
  Sparkles,
  StickyNote,
  Tag,
  TextQuote,
  UserRound,
  Users,
  Zap,
} from 'lucide-react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { useSession } from '#web/session.ts'
import type { Copilot } from '#web/screens/inbox/copilot/use-copilot.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Acts } from './use-acts.ts'
import type { Neighbours } from './use-neighbours.ts'
import type { Popup } from './use-popups.ts'

type Here = {
  conversation: Conversation
  acts: Acts
  copilot: Copilot
  neighbours: Neighbours
  show: (popup: Popup) => void
  write: (mode: 'reply' | 'note') => void
  togglePanel: () => void
}

/** Everything that can be done with the conversation that is open, by key and by name. */
export function useConversationCommands(here: Here) {
  const { conversation, acts, copilot, neighbours, show, write, togglePanel } = here
  const words = useThreadWords()
  const { user } = useSession()
  const copy = useCopy()
  const isDone = conversation.status === 'resolved'
  const isMine = conversation.assignee?.id === user.id
  const { previous, next } = neighbours
  const commands = [
    { name: words.composer.reply, key: 'r', icon: Reply, run: () => write('reply') },
    { name: words.composer.note, key: 'n', icon: StickyNote, run: () => write('note') },
    isDone
      ? { name: words.acts.reopen, key: 'e', icon: RotateCcw, run: acts.reopen }
      : { name: words.acts.resolve, key: 'e', icon: Check, run: acts.resolve },
    { name: words.snooze.open, key: 's', icon: AlarmClock, run: () => show('snooze') },
    ...(isMine ? [] : [{ name: words.acts.assignMe, key: 'i', icon: AtSign, run: () => acts.assign(user) }]),
    { name: words.assign.label, key: 'a', icon: UserRound, run: () => show('assign') },
    { name: words.team.label, key: 't', icon: Users, run: () => show('team') },
    { name: words.priority.label, key: 'p', icon: ChevronsUp, run: () => show('priority') },
    { name: words.labels.open, key: 'l', icon: Tag, run: () => show('labels') },
    { name: words.macros.open, key: 'm', icon: Zap, run: () => show('macros') },
    { name: words.followers.open, key: 'f', icon: Eye, run: () => show('followers') },
    { name: words.acts.unread, key: 'u', icon: MailOpen, run: acts.markUnread },
    { name: words.copilot.suggest, key: 'q', icon: Sparkles, run: copilot.suggest },
    { name: words.copilot.summarise, key: 'y', icon: TextQuote, run: copilot.summarise },
    { name: words.header.panel, key: 'd', icon: PanelRight, run: togglePanel },
    ...(conversation.status === 'pending' ? [] : [{ name: words.acts.pend, icon: CircleDashed, run: acts.pend }]),
    ...(conversation.status === 'snoozed' || conversation.status === 'pending'
      ? [{ name: words.acts.reopen, icon: RotateCcw, run: acts.reopen }]
      : []),
    { name: words.acts.copyLink, icon: Link2, run: () => void copy(conversation.url) },
    ...(previous ? [{ name: words.acts.previous, key: '[', run: previous }] : []),
    ...(next ? [{ name: words.acts.next, key: ']', run: next }] : []),
  ]
  useCommands(commands.map((command) => ({ ...command, group: words.group })))
}
