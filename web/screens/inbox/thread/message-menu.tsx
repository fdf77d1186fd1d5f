import { useState } from 'react'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useCopy } from '#web/parts/use-copy.ts'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { Shown } from './grouping.ts'
import { useThreadWords } from './words.ts'

type Props = { message: Shown; onDelete: (message: Shown) => void }

/** What can be done with a message. A thread has hundreds, so the menu itself is made when it is first asked for. */
export function MessageMenu({ message, onDelete }: Props) {
  const { thread: words } = useThreadWords()
  const [isOpen, open] = useState<boolean>()
  const copy = useCopy()
  const trigger = (
    <button
      type="button"
      aria-label={words.acts}
      onClick={() => isOpen === undefined && open(true)}
      className={cx(
        'grid size-7 shrink-0 place-items-center self-center rounded-md text-ink-3 hover:bg-hover hover:text-ink',
        'focus-visible:opacity-100 group-hover/message:opacity-100 data-popup-open:opacity-100 pointer-fine:opacity-0',
        'pointer-coarse:size-9',
      )}
    >
      <Ellipsis size={15} aria-hidden />
    </button>
  )
  if (isOpen === undefined) return trigger
  return (
    <Menu trigger={trigger} open={isOpen} onOpenChange={open}>
      {message.content && (
        <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => void copy(message.content!)}>
          {words.copy}
        </MenuItem>
      )}
      {message.content && <MenuLine />}
      <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => onDelete(message)}>
        {words.delete}
      </MenuItem>
    </Menu>
  )
}
