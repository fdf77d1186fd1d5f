import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from './icons.ts'
import { useWords } from '#web/app/i18n.ts'
import type { Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useSortingWords } from '#web/ui/sort-list/words.ts'
import { IconButton } from './icon-button.tsx'
import { Menu, MenuItem, MenuLine } from './menu.tsx'

type Props = {
  /** The record's name, for the accessible label. */
  name: string
  moves?: Moves
  onEdit?: () => void
  onDelete?: () => void
  children?: ReactNode
}

/** The actions menu of a list row. */
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
