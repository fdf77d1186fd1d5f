import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SortList } from '#web/ui/sort-list/sort-list.tsx'
import { inOrder, isHidden, type Column } from './layout.ts'
import type { Columns } from './use-columns.ts'
import { useColumnsWords } from './words.ts'

export type ColumnsDialogProps = { open: boolean; onClose: () => void; all: readonly Column[]; columns: Columns }

/** Chooses the columns of a list and their order. Changes show at once. */
export function ColumnsForm({ open, onClose, all, columns }: ColumnsDialogProps) {
  const { common } = useWords()
  const words = useColumnsWords()
  const { layout, toggle, setOrder, reset } = columns
  const [first, ...others] = inOrder(all, layout)
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint}>
      <DialogBody>
        <SortList
          label={words.list}
          items={others.map((column) => ({ ...column, id: column.key }))}
          nameOf={({ name }) => name}
          onReorder={(order) => setOrder(first ? [first.key, ...order] : order)}
        >
          {(column) => (
            <label className="flex min-h-8 min-w-0 flex-1 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
              <Checkbox label={column.name} checked={!isHidden(column, layout)} onChange={() => toggle(column.key)} />
              <span className="min-w-0 truncate">{column.name}</span>
            </label>
          )}
        </SortList>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" disabled={!layout} onClick={reset}>
          {words.reset}
        </Button>
        <Button look="primary" onClick={onClose}>
          {common.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
