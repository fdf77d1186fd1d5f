import { useRead } from '#web/app/query.ts'
import { toAttributeField } from '#web/features/conditions/attribute-condition.ts'
import type { Kind } from '#web/features/deals/kinds.ts'
import { useDealAttributes } from '#web/features/deals/use-deal-attributes.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'

type Choice = { id: string; name: string }
type SalesField = { name: string; choices?: readonly Choice[]; nameOf?: (value: string) => string | undefined }

const toChoices = (names: Partial<Record<string, string>>) =>
  Object.entries(names).map(([id, name = id]) => ({ id, name }))

/** Names of the fields and values that conditions on leads and deals use. */
export function useSalesFields(kind: Kind): Record<string, SalesField> {
  const { fields: names, statuses } = usePipelineWords()
  const origins = useOrigins()
  const pipelines = useRead('crm_list_pipelines', {}).data?.items ?? []
  const agents = useRead('list_agents', {}).data?.items ?? []
  const inboxes = useRead('list_inboxes', {}).data?.items ?? []
  const defined = useDealAttributes(kind)
  const stages = pipelines.flatMap((pipeline) => pipeline.stages)
  const states = toChoices(statuses)
  const choices: Record<string, readonly Choice[]> = {
    pipeline_id: pipelines,
    stage_id: stages,
    reached_stage_id: stages,
    last_open_stage_id: stages,
    owner_id: agents,
    responsible_id: agents,
    'contact.first_inbox_id': inboxes,
    status: states,
    stage_type: states,
  }
  const own = Object.entries(names).map(([field, name]) => [
    field,
    {
      name,
      ...(choices[field] && { choices: choices[field] }),
      nameOf: (value: string) => origins.valueOf(field, value),
    },
  ])
  return Object.fromEntries([...own, ...defined.map(toAttributeField)])
}
