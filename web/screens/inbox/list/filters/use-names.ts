import { useRead } from '#web/query.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useSession } from '#web/session.ts'
import type { Choice } from '#web/ui/opened/picker.tsx'

/** Who and what conversations belong to, to choose among and to call by name. */
export function useNames() {
  const { filters: words } = useInboxWords()
  const { user } = useSession()
  const inboxes = useRead('list_inboxes', {}).data?.items ?? []
  const teams = useRead('list_teams', {}).data?.items ?? []
  const everybody = useRead('list_agents', {}).data?.items ?? []
  const agents = everybody.filter(({ id }) => id !== user.id).map(named)
  return {
    inboxes: inboxes.map(named),
    teams: teams.map(named),
    /** Oneself first. */
    agents: [{ id: 'me', name: words.me(user.name) }, ...agents],
    everybody: everybody.map(named),
  }
}

const named = ({ id, name }: { id: string; name: string }): Choice => ({ id, name })

export const nameOf = (choices: readonly Choice[], id: string) => choices.find((each) => each.id === id)?.name ?? id
