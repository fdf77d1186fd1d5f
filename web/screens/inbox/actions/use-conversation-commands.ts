import {
  AlarmClock,
  AtSign,
  Check,
  ChevronsUp,
  CircleDashed,
  Eye,
  Handshake,
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
} from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { useSession } from '#web/app/session.ts'
import type { Copilot } from '#web/screens/inbox/copilot/use-copilot.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import type { useContactPanel } from '#web/screens/inbox/contact-panel/use-contact-panel.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Actions } from './use-actions.ts'
import type { Popup } from './use-popups.ts'

type OpenConversation = {
  conversation: Conversation
  actions: Actions
  copilot: Copilot
  show: (popup: Popup) => void
  write: (mode: 'reply' | 'note') => void
  panel: ReturnType<typeof useContactPanel>
}

/** Shortcuts and command bar entries of the open conversation. */
export function useConversationCommands(open: OpenConversation) {
  const { conversation, actions, copilot, show, write, panel } = open
  const words = useThreadWords()
  const { actions: contact } = useContactWords()
  const { user } = useSession()
  const copy = useCopy()
  const isDone = conversation.status === 'resolved'
  const isMine = conversation.assignee?.id === user.id
  const commands = [
    { name: words.composer.reply, key: 'r', icon: Reply, run: () => write('reply') },
    { name: words.composer.note, key: 'n', icon: StickyNote, run: () => write('note') },
    isDone
      ? { name: words.actions.reopen, key: 'e', icon: RotateCcw, run: actions.reopen }
      : { name: words.actions.resolve, key: 'e', icon: Check, run: () => actions.resolve() },
    { name: words.snooze.open, key: 's', icon: AlarmClock, run: () => show('snooze') },
    ...(isMine ? [] : [{ name: words.actions.assignMe, key: 'i', icon: AtSign, run: () => actions.assign(user) }]),
    { name: words.assign.label, key: 'a', icon: UserRound, run: () => show('assign') },
    { name: words.team.label, key: 't', icon: Users, run: () => show('team') },
    { name: words.priority.label, key: 'p', icon: ChevronsUp, run: () => show('priority') },
    { name: words.labels.open, key: 'l', icon: Tag, run: () => show('labels') },
    { name: words.macros.open, key: 'm', icon: Zap, run: () => show('macros') },
    { name: words.followers.open, key: 'w', icon: Eye, run: () => show('followers') },
    { name: words.actions.unread, key: 'u', icon: MailOpen, run: actions.markUnread },
    { name: words.copilot.suggest, key: 'q', icon: Sparkles, run: copilot.suggest },
    { name: words.copilot.summarise, key: 'y', icon: TextQuote, run: copilot.summarise },
    { name: words.header.panel, key: 'd', icon: PanelRight, run: panel.toggle },
    // The open panel has this action of the contact itself.
    ...(panel.isBeside || panel.isOver ? [] : [{ name: contact.deal, icon: Handshake, run: () => show('deal') }]),
    ...(conversation.status === 'pending' ? [] : [{ name: words.actions.pend, icon: CircleDashed, run: actions.pend }]),
    ...(conversation.status === 'snoozed' || conversation.status === 'pending'
      ? [{ name: words.actions.reopen, icon: RotateCcw, run: actions.reopen }]
      : []),
    { name: words.actions.copyLink, icon: Link2, run: () => void copy(conversation.url) },
  ]
  const run = (act: () => void) => () => actions.hasLeft() || act()
  useCommands(commands.map((command) => ({ ...command, run: run(command.run), group: words.group })))
}
