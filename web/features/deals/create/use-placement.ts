import { useState } from 'react'
import type { Pipeline } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { holdsKind, type Kind } from '#web/features/deals/kinds.ts'

export type InitialPlacement = { pipeline_id?: string | undefined; stage_id?: string | undefined }

/** Pipeline and stage of a new record. */
export function usePlacement(kind: Kind, initial: InitialPlacement) {
  const { data } = useRead('crm_list_pipelines', {})
  const pipelines = data?.items.filter((each) => holdsKind(each, kind)) ?? []
  const [selected, select] = useState(initial)
  const pipeline = pipelines.find(({ id }) => id === selected.pipeline_id) ?? defaultPipeline(pipelines)
  const stages = pipeline?.stages ?? []
  const stage = stages.find(({ id }) => id === selected.stage_id) ?? stages[0]
  return {
    pipelines,
    stages,
    pipeline,
    stage,
    setPipeline: (pipeline_id: string) => select({ pipeline_id }),
    setStage: (stage_id: string) => select({ pipeline_id: pipeline?.id, stage_id }),
  }
}

const defaultPipeline = (pipelines: Pipeline[]) => pipelines.find(({ is_default }) => is_default) ?? pipelines[0]
