import { useState } from 'react'
import { Copy, Ellipsis, Pencil, Reply, Trash2 } from '#web/ui/icons.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { ThreadMessage } from './group-messages.ts'
import { useThreadWords } from './words.ts'

type Props = {
  message: ThreadMessage
  /** Absent where the channel cannot quote. */
  onReply: ((message: ThreadMessage) => void) | undefined
  /** Absent where the text cannot be changed. */
  onEdit: ((message: ThreadMessage) => void) | undefined
  onDelete: (message: ThreadMessage) => void
}

/** Actions of a message. A thread has hundreds, so the menu is created when it is first opened. */
export function MessageMenu({ message, onReply, onEdit, onDelete }: Props) {
  const { thread: words } = useThreadWords()
  const [isOpen, open] = useState<boolean>()
  const copy = useCopy()
  const trigger = (
    <button
      type="button"
      aria-label={words.actions}
      onClick={() => isOpen === undefined && open(true)}
      className={actionClass}
    >
      <Ellipsis size={15} aria-hidden />
    </button>
  )
  if (isOpen === undefined) return trigger
  return (
    <Menu trigger={trigger} open={isOpen} onOpenChange={open}>
      {onReply && (
        <MenuItem icon={<Reply size={16} aria-hidden />} onSelect={() => onReply(message)}>
          {words.reply}
        </MenuItem>
      )}
      {onEdit && (
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => onEdit(message)}>
          {words.edit}
        </MenuItem>
      )}
      {message.content && (
        <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => void copy(message.content!)}>
          {words.copy}
        </MenuItem>
      )}
      {(message.content || onReply) && <MenuLine />}
      <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => onDelete(message)}>
        {words.delete}
      </MenuItem>
    </Menu>
  )
}

/** Buttons beside a bubble: shown on hover and focus, always on touch screens. */
export const actionClass = cx(
  'grid size-7 shrink-0 place-items-center self-center rounded-md text-ink-3 hover:bg-hover hover:text-ink',
  'focus-visible:opacity-100 group-hover/message:opacity-100 data-popup-open:opacity-100 pointer-fine:opacity-0',
  'pointer-coarse:size-9',
)
