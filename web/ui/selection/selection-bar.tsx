import type { ReactNode } from 'react'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { X } from '#web/ui/icons.ts'
import { useSelectionWords } from './words.ts'

type Props = {
  /** How many rows are selected, or why they cannot be changed. */
  status: string
  /** Selects all rows, where the list has no heading for it. */
  selectAll?: ReactNode
  onClear: () => void
  children: ReactNode
}

/** Bulk actions on the selected rows, below their list. */
export function SelectionBar({ status, selectAll, onClear, children }: Props) {
  const words = useSelectionWords()
  useHotkeys({ Escape: onClear })
  return (
    <div
      role="toolbar"
      aria-label={words.label}
      className="flex shrink-0 flex-wrap items-center gap-3 border-t border-line bg-raised px-4 py-2 md:px-5"
    >
      {selectAll}
      <p role="status" className="text-sm font-medium">
        {status}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {children}
        <IconButton label={words.clear} onClick={onClear}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
