import { Ban, CalendarPlus, Combine, Handshake, MessageSquarePlus, Sprout } from '#web/ui/icons.ts'
import type { Contact } from '#web/app/api.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useToggleBlocked } from './contact-actions.ts'
import { useContactWords } from './words.ts'
import type { useContactDialogs } from './contact-dialogs.tsx'

/** Adds the contact's actions to the command bar. */
export function useContactCommands(contact: Contact, { open }: ReturnType<typeof useContactDialogs>) {
  const { actions: words, merge } = useContactWords()
  const { group } = words
  const toggleBlocked = useToggleBlocked(contact)
  useCommands([
    { group, name: words.start, icon: MessageSquarePlus, run: () => open('start') },
    { group, name: words.lead, icon: Sprout, run: () => open('lead') },
    { group, name: words.deal, icon: Handshake, run: () => open('deal') },
    { group, name: words.schedule, icon: CalendarPlus, run: () => open('schedule') },
    { group, name: merge.open, icon: Combine, run: () => open('merge') },
    { group, name: contact.blocked ? words.unblock : words.block, icon: Ban, run: toggleBlocked },
  ])
}
