import { Ban, CalendarPlus, Combine, Handshake, MessageSquarePlus, Sprout } from 'lucide-react'
import type { Contact } from '#web/api.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useWords } from '#web/i18n.ts'
import { useBlocking } from '#web/screens/contacts/contact-acts.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
import type { useContactWindows } from './windows.tsx'

/** What can be done with the contact in sight, by the command bar. */
export function useContactCommands(contact: Contact, { open }: ReturnType<typeof useContactWindows>) {
  const { acts: words } = useContactWords()
  const { contacts } = useWords()
  const { group } = words
  const block = useBlocking(contact)
  useCommands([
    { group, name: words.start, icon: MessageSquarePlus, run: () => open('start') },
    { group, name: words.lead, icon: Sprout, run: () => open('lead') },
    { group, name: words.deal, icon: Handshake, run: () => open('deal') },
    { group, name: words.schedule, icon: CalendarPlus, run: () => open('schedule') },
    { group, name: contacts.merge.open, icon: Combine, run: () => open('merge') },
    { group, name: contact.blocked ? words.unblock : words.block, icon: Ban, run: block },
  ])
}
