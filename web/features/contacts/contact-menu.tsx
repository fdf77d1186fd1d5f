import {
  Ban,
  CalendarPlus,
  Combine,
  Ellipsis,
  Handshake,
  Link2,
  MessageSquarePlus,
  Sprout,
  Trash2,
  UserRound,
} from '#web/ui/icons.ts'
import type { Contact } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { useToggleBlocked } from './contact-actions.ts'
import { useContactWords } from './words.ts'
import type { useContactDialogs } from './contact-dialogs.tsx'

type Props = {
  contact: Contact
  dialogs: ReturnType<typeof useContactDialogs>
  /** Opens the profile; leave it out on the profile itself. */
  onOpen?: () => void
}

/** All actions of a contact. */
export function ContactMenu({ contact, dialogs: { open }, onOpen }: Props) {
  const { common } = useWords()
  const { actions, merge, deletion } = useContactWords()
  const copy = useCopy()
  const toggleBlocked = useToggleBlocked(contact)
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
          {actions.profile}
        </MenuItem>
      )}
      <MenuItem icon={<MessageSquarePlus size={16} aria-hidden />} onSelect={() => open('start')}>
        {actions.start}
      </MenuItem>
      <MenuItem icon={<Sprout size={16} aria-hidden />} onSelect={() => open('lead')}>
        {actions.lead}
      </MenuItem>
      <MenuItem icon={<Handshake size={16} aria-hidden />} onSelect={() => open('deal')}>
        {actions.deal}
      </MenuItem>
      <MenuItem icon={<CalendarPlus size={16} aria-hidden />} onSelect={() => open('schedule')}>
        {actions.schedule}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => void copy(contact.url)}>
        {actions.copyLink}
      </MenuItem>
      <MenuItem icon={<Combine size={16} aria-hidden />} onSelect={() => open('merge')}>
        {merge.open}
      </MenuItem>
      <MenuItem icon={<Ban size={16} aria-hidden />} onSelect={toggleBlocked}>
        {contact.blocked ? actions.unblock : actions.block}
      </MenuItem>
      <MenuLine />
      <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('delete')}>
        {deletion.delete}
      </MenuItem>
    </Menu>
  )
}
