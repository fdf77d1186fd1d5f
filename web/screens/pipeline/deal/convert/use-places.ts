import { useState } from 'react'
import { useRead } from '#web/query.ts'

/** Where deals may begin: the pipelines for them, and the stages of the chosen one. */
export function usePlaces() {
  const all = useRead('crm_list_pipelines', {}).data?.items.filter(({ kind }) => kind !== 'leads') ?? []
  const usual = all.find(({ is_default, kind }) => is_default && kind === 'opportunities') ?? all[0]
  const [pipeline_id = usual?.id ?? '', setPipeline] = useState<string>()
  const stages = all.find(({ id }) => id === pipeline_id)?.stages.filter(({ type }) => type === 'open') ?? []
  const [stage, setStage] = useState<string>()
  const stage_id = stages.find(({ id }) => id === stage)?.id ?? stages[0]?.id ?? ''
  const named = (list: { id: string; name: string }[]) => list.map(({ id, name }) => [id, name] as const)
  return { pipeline_id, setPipeline, pipelines: named(all), stage_id, setStage, stages: named(stages) }
}
