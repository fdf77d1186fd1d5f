import { useState } from 'react'
import { ArrowDown, ArrowUp, CircleDashed, Ellipsis, Handshake, Link2, MailOpen, RotateCcw } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { useWords } from '#web/app/i18n.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { useContactWords } from '#web/features/contacts/words.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Actions } from './use-actions.ts'
import type { Neighbours } from './use-neighbours.ts'

const CreateOpportunity = lazyComponent(
  async () => (await import('#web/features/deals/create/create-opportunity.tsx')).CreateOpportunity,
)

type Props = {
  conversation: Conversation
  actions: Actions
  neighbours: Neighbours
  /** The dialog for a new deal. */
  deal: { open: boolean; onOpenChange: (open: boolean) => void }
}

export function MoreMenu({ conversation, actions, neighbours, deal }: Props) {
  const { contact } = conversation
  const [wasOpened, setOpened] = useState(false)
  if (deal.open && !wasOpened) setOpened(true)
  return (
    <>
      <Items conversation={conversation} actions={actions} neighbours={neighbours} deal={deal} />
      {wasOpened && (
        <CreateOpportunity open={deal.open} onClose={() => deal.onOpenChange(false)} contact_id={contact.id} />
      )}
    </>
  )
}

function Items({ conversation: { status, url }, actions, neighbours: { previous, next }, deal }: Props) {
  const { actions: contact } = useContactWords()
  const { common } = useWords()
  const { actions: words } = useThreadWords()
  const copy = useCopy()
  return (
    <Menu
      trigger={
        <IconButton label={common.more}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      {status !== 'open' && status !== 'resolved' && (
        <MenuItem icon={<RotateCcw size={16} aria-hidden />} onSelect={actions.reopen}>
          {words.reopen}
        </MenuItem>
      )}
      {status !== 'pending' && (
        <MenuItem icon={<CircleDashed size={16} aria-hidden />} onSelect={actions.pend}>
          {words.pend}
        </MenuItem>
      )}
      <MenuItem icon={<Handshake size={16} aria-hidden />} onSelect={() => deal.onOpenChange(true)}>
        {contact.deal}
      </MenuItem>
      <MenuItem icon={<MailOpen size={16} aria-hidden />} onSelect={actions.markUnread}>
        <WithHotkey text={words.unread} hotkey="u" />
      </MenuItem>
      <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => void copy(url)}>
        {words.copyLink}
      </MenuItem>
      {(previous || next) && <MenuLine />}
      {previous && (
        <MenuItem icon={<ArrowUp size={16} aria-hidden />} onSelect={previous}>
          <WithHotkey text={words.previous} hotkey="k" />
        </MenuItem>
      )}
      {next && (
        <MenuItem icon={<ArrowDown size={16} aria-hidden />} onSelect={next}>
          <WithHotkey text={words.next} hotkey="j" />
        </MenuItem>
      )}
    </Menu>
  )
}

const WithHotkey = ({ text, hotkey }: { text: string; hotkey: string }) => (
  <>
    <span className="flex-1">{text}</span>
    <Kbd>{hotkey}</Kbd>
  </>
)
