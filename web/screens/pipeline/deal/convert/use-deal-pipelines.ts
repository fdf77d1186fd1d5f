import { useState } from 'react'
import { useRead } from '#web/app/query.ts'

/** Pipelines for deals, and the stages of the selected one. */
export function useDealPipelines() {
  const all = useRead('crm_list_pipelines', {}).data?.items.filter(({ kind }) => kind !== 'leads') ?? []
  const preferred = all.find(({ is_default, kind }) => is_default && kind === 'opportunities') ?? all[0]
  const [pipeline_id = preferred?.id ?? '', setPipeline] = useState<string>()
  const stages = all.find(({ id }) => id === pipeline_id)?.stages.filter(({ type }) => type === 'open') ?? []
  const [stage, setStage] = useState<string>()
  const stage_id = stages.find(({ id }) => id === stage)?.id ?? stages[0]?.id ?? ''
  const toChoices = (list: { id: string; name: string }[]) => list.map(({ id, name }) => [id, name] as const)
  return { pipeline_id, setPipeline, pipelines: toChoices(all), stage_id, setStage, stages: toChoices(stages) }
}
