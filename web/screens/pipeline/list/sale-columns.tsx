import type { Kind } from '#web/features/deals/kinds.ts'
import { ColumnsForm } from '#web/ui/columns/columns-form.tsx'
import { useColumns } from '#web/ui/columns/use-columns.ts'
import { useSaleColumns } from './columns.tsx'

/** Chooses the columns of the list of leads or deals. */
export function SaleColumns({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const all = useSaleColumns(kind)
  return <ColumnsForm open onClose={onClose} all={all} columns={useColumns(kind, all)} />
}
