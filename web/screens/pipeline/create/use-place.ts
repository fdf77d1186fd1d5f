import { useState } from 'react'
import type { Pipeline } from '#contract/records/crm.ts'
import { useRead } from '#web/query.ts'
import { isHolding, type Kind } from '#web/screens/pipeline/kinds.ts'

export type Given = { pipeline_id?: string | undefined; stage_id?: string | undefined }

/** Where something new is put: a pipeline that holds its kind, and one of its stages. */
export function usePlace(kind: Kind, given: Given) {
  const { data } = useRead('crm_list_pipelines', {})
  const pipelines = data?.items.filter((each) => isHolding(each, kind)) ?? []
  const [chosen, choose] = useState(given)
  const pipeline = pipelines.find(({ id }) => id === chosen.pipeline_id) ?? usual(pipelines)
  const stages = pipeline?.stages ?? []
  const stage = stages.find(({ id }) => id === chosen.stage_id) ?? stages[0]
  return {
    pipelines,
    stages,
    pipeline,
    stage,
    setPipeline: (pipeline_id: string) => choose({ pipeline_id }),
    setStage: (stage_id: string) => choose({ pipeline_id: pipeline?.id, stage_id }),
  }
}

const usual = (pipelines: Pipeline[]) => pipelines.find(({ is_default }) => is_default) ?? pipelines[0]
