import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Team } from '#contract/records/people.ts'
import { call, type Input } from '#web/app/api.ts'
import { readKey } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { useTeamWords } from './words.ts'

type Fields = Required<Omit<Input<'create_team'>, 'members'>> & { members: string[] }

/** Saves a team with exactly these members. */
export function useSaveTeam(team: Team | undefined, onClose: () => void) {
  const words = useTeamWords()
  const { id } = useAccount()
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (fields: Fields) => (team ? revise(id, team, fields) : call(id, 'create_team', fields)),
    onSuccess: ({ name }) => {
      onClose()
      toast.good(team ? words.saved(name) : words.created(name))
    },
    // Members are saved one by one, so some may be saved before a failure.
    onSettled: () => {
      for (const list of ['list_teams', 'list_members'] as const)
        void client.invalidateQueries({ queryKey: readKey(id, list) })
    },
    meta: { silent: true },
  })
  return { save: mutate, error, isPending }
}

async function revise(account_id: string, team: Team, { members, ...fields }: Fields): Promise<Team> {
  const before = team.members.map(({ id }) => id)
  let after = await call(account_id, 'update_team', { team_id: team.id, ...fields })
  for (const agent of members.filter((id) => !before.includes(id)))
    after = await call(account_id, 'add_team_member', { team: team.id, agent })
  for (const agent of before.filter((id) => !members.includes(id)))
    after = await call(account_id, 'remove_team_member', { team: team.id, agent })
  return after
}
