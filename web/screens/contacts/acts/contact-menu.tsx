import { Ban, Combine, Ellipsis, Handshake, Link2, MessageSquarePlus, Sprout, Trash2, UserRound } from 'lucide-react'
import type { Contact } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { useBlocking } from '#web/screens/contacts/contact-acts.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
import type { useContactWindows } from './windows.tsx'

type Props = {
  contact: Contact
  windows: ReturnType<typeof useContactWindows>
  /** The way to the profile, where this is not it. */
  onOpen?: () => void
}

/** Everything one can do with a contact. */
export function ContactMenu({ contact, windows: { open }, onOpen }: Props) {
  const { contacts: words, common } = useWords()
  const { acts } = useContactWords()
  const copy = useCopy()
  const block = useBlocking(contact)
  return (
    <Menu
      trigger={
        <IconButton label={common.more}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      {onOpen && (
        <MenuItem icon={<UserRound size={16} aria-hidden />} onSelect={onOpen}>
          {acts.profile}
        </MenuItem>
      )}
      <MenuItem icon={<MessageSquarePlus size={16} aria-hidden />} onSelect={() => open('start')}>
        {acts.start}
      </MenuItem>
      <MenuItem icon={<Sprout size={16} aria-hidden />} onSelect={() => open('lead')}>
        {acts.lead}
      </MenuItem>
      <MenuItem icon={<Handshake size={16} aria-hidden />} onSelect={() => open('deal')}>
        {acts.deal}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => void copy(contact.url)}>
        {acts.copyLink}
      </MenuItem>
      <MenuItem icon={<Combine size={16} aria-hidden />} onSelect={() => open('merge')}>
        {words.merge.open}
      </MenuItem>
      <MenuItem icon={<Ban size={16} aria-hidden />} onSelect={block}>
        {contact.blocked ? acts.unblock : acts.block}
      </MenuItem>
      <MenuLine />
      <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('delete')}>
        {words.delete.open}
      </MenuItem>
    </Menu>
  )
}
