import { lazy, Suspense } from 'react'
import type { Kind } from './kinds.ts'

const CreateLead = lazy(async () => ({ default: (await import('./create/create-lead.tsx')).CreateLead }))
const CreateOpportunity = lazy(async () => ({
  default: (await import('./create/create-opportunity.tsx')).CreateOpportunity,
}))
const BinDialog = lazy(async () => ({ default: (await import('./bin/bin-dialog.tsx')).BinDialog }))

export type Opened = { window: 'create'; stage_id?: string } | { window: 'bin' }

type Props = { opened: Opened | undefined; kind: Kind; pipeline_id: string | undefined; onClose: () => void }

/** The windows of the board, which come when they are opened. */
export function Windows({ opened, kind, pipeline_id, onClose }: Props) {
  if (!opened) return null
  return (
    <Suspense>
      {opened.window === 'bin' && <BinDialog open onClose={onClose} />}
      {opened.window === 'create' && kind === 'leads' && (
        <CreateLead open onClose={onClose} pipeline_id={pipeline_id} stage_id={opened.stage_id} />
      )}
      {opened.window === 'create' && kind === 'opportunities' && (
        <CreateOpportunity open onClose={onClose} pipeline_id={pipeline_id} stage_id={opened.stage_id} />
      )}
    </Suspense>
  )
}
