import { lazy, Suspense } from 'react'
import type { Kind } from '#web/features/deals/kinds.ts'

const CreateLead = lazy(async () => ({
  default: (await import('#web/features/deals/create/create-lead.tsx')).CreateLead,
}))
const CreateOpportunity = lazy(async () => ({
  default: (await import('#web/features/deals/create/create-opportunity.tsx')).CreateOpportunity,
}))
const BinDialog = lazy(async () => ({ default: (await import('#web/screens/pipeline/bin/bin-dialog.tsx')).BinDialog }))

const ImportDialog = lazy(async () => ({
  default: (await import('#web/features/import/import-dialog.tsx')).ImportDialog,
}))

const SaleColumns = lazy(async () => ({
  default: (await import('#web/screens/pipeline/list/sale-columns.tsx')).SaleColumns,
}))

export type OpenDialog = { dialog: 'create'; stage_id?: string } | { dialog: 'bin' | 'import' | 'columns' }

type Props = { opened: OpenDialog | undefined; kind: Kind; pipeline_id: string | undefined; onClose: () => void }

/** Dialogs of the pipeline screen, loaded when opened. */
export function PipelineDialogs({ opened, kind, pipeline_id, onClose }: Props) {
  if (!opened) return null
  return (
    <Suspense>
      {opened.dialog === 'import' && <ImportDialog kind={kind} open onClose={onClose} />}
      {opened.dialog === 'columns' && <SaleColumns kind={kind} onClose={onClose} />}
      {opened.dialog === 'bin' && <BinDialog open onClose={onClose} />}
      {opened.dialog === 'create' && kind === 'leads' && (
        <CreateLead open onClose={onClose} pipeline_id={pipeline_id} stage_id={opened.stage_id} />
      )}
      {opened.dialog === 'create' && kind === 'opportunities' && (
        <CreateOpportunity open onClose={onClose} pipeline_id={pipeline_id} stage_id={opened.stage_id} />
      )}
    </Suspense>
  )
}
