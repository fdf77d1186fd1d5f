import { ArrowDown, ArrowUp, CircleDashed, Ellipsis, Link2, MailOpen, RotateCcw } from 'lucide-react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useWords } from '#web/i18n.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Acts } from './use-acts.ts'
import type { Neighbours } from './use-neighbours.ts'

type Props = { conversation: Conversation; acts: Acts; neighbours: Neighbours }

export function MoreMenu({ conversation: { status, url }, acts, neighbours: { previous, next } }: Props) {
  const { common } = useWords()
  const { acts: words } = useThreadWords()
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
        <MenuItem icon={<RotateCcw size={16} aria-hidden />} onSelect={acts.reopen}>
          {words.reopen}
        </MenuItem>
      )}
      {status !== 'pending' && (
        <MenuItem icon={<CircleDashed size={16} aria-hidden />} onSelect={acts.pend}>
          {words.pend}
        </MenuItem>
      )}
      <MenuItem icon={<MailOpen size={16} aria-hidden />} onSelect={acts.markUnread}>
        <Named text={words.unread} hotkey="u" />
      </MenuItem>
      <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => void copy(url)}>
        {words.copyLink}
      </MenuItem>
      {(previous || next) && <MenuLine />}
      {previous && (
        <MenuItem icon={<ArrowUp size={16} aria-hidden />} onSelect={previous}>
          <Named text={words.previous} hotkey="[" />
        </MenuItem>
      )}
      {next && (
        <MenuItem icon={<ArrowDown size={16} aria-hidden />} onSelect={next}>
          <Named text={words.next} hotkey="]" />
        </MenuItem>
      )}
    </Menu>
  )
}

const Named = ({ text, hotkey }: { text: string; hotkey: string }) => (
  <>
    <span className="flex-1">{text}</span>
    <Kbd>{hotkey}</Kbd>
  </>
)
