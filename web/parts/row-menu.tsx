import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { Moves } from './sorting/sort-list.tsx'
import { useSortingWords } from './sorting/words.ts'

type Props = {
  /** What the row is about, for those who do not see it. */
  name: string
  moves?: Moves
  onEdit?: () => void
  onDelete?: () => void
  children?: ReactNode
}

/** What can be done with one row of a list. */
export function RowMenu({ name, moves = {}, onEdit, onDelete, children }: Props) {
  const { common } = useWords()
  const words = useSortingWords()
  return (
    <Menu
      trigger={
        <IconButton label={`${common.more}: ${name}`} className="relative z-1">
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      {onEdit && (
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={onEdit}>
          {common.edit}
        </MenuItem>
      )}
      {children}
      {moves.up && (
        <MenuItem icon={<ArrowUp size={16} aria-hidden />} onSelect={moves.up}>
          {words.up}
        </MenuItem>
      )}
      {moves.down && (
        <MenuItem icon={<ArrowDown size={16} aria-hidden />} onSelect={moves.down}>
          {words.down}
        </MenuItem>
      )}
      {onDelete && (
        <>
          <MenuLine />
          <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={onDelete}>
            {common.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
