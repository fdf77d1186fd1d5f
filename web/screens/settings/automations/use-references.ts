import { useLabels } from '#web/parts/labels.ts'
import { useRead } from '#web/query.ts'
import type { Choice } from '#web/ui/opened/picker.tsx'

const none: never[] = []

/** What rules and macros speak of, as it can be chosen. Each list is asked once, whoever uses it. */
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
