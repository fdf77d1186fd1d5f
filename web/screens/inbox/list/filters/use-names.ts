import { useRead } from '#web/app/query.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useSession } from '#web/app/session.ts'
import type { Choice } from '#web/ui/popup/picker.tsx'

/** Inboxes, teams and agents as choices. */
export function useNames() {
  const { filters: words } = useInboxWords()
  const { user } = useSession()
  const inboxes = useRead('list_inboxes', {}).data?.items ?? []
  const teams = useRead('list_teams', {}).data?.items ?? []
  const everybody = useRead('list_agents', {}).data?.items ?? []
  const agents = everybody.filter(({ id }) => id !== user.id).map(toChoice)
  return {
    inboxes: inboxes.map(toChoice),
    teams: teams.map(toChoice),
    /** The current user first. */
    agents: [{ id: 'me', name: words.me(user.name) }, ...agents],
    everybody: everybody.map(toChoice),
  }
}

const toChoice = ({ id, name }: { id: string; name: string }): Choice => ({ id, name })

export const nameOf = (choices: readonly Choice[], id: string) => choices.find((each) => each.id === id)?.name ?? id
