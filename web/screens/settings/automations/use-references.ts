import { useRead } from '#web/app/query.ts'
import { useLabels } from '#web/features/labels/labels.ts'
import type { Choice } from '#web/ui/popup/picker.tsx'

const none: never[] = []

/** The records that rules and macros can refer to, as choices. */
export function useReferences() {
  const agents = useRead('list_agents', {}).data?.items ?? none
  const teams = useRead('list_teams', {}).data?.items ?? none
  const inboxes = useRead('list_inboxes', {}).data?.items ?? none
  const pipelines = useRead('crm_list_pipelines', {}).data?.items ?? none
  const { labels } = useLabels()
  return {
    agents: agents.map(({ id, name, email }): Choice => ({ id, name, hint: email })),
    teams: teams.map(({ id, name }): Choice => ({ id, name })),
    inboxes: inboxes.map(({ id, name }): Choice => ({ id, name })),
    labels: labels.map(({ id, title }): Choice => ({ id, name: title })),
    pipelines,
  }
}

export type References = ReturnType<typeof useReferences>
