import type { Team } from '#contract/records/people.ts'
import { useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct, useRead } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useTeamWords } from './words.ts'

/** Before a team goes: what becomes of its people and of its conversations. */
export function DeleteTeam({ team, onClose }: { team: Team | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useTeamWords()
  const shown = useLast(team)
  const remove = useAct('delete_team', {
    refreshes: ['list_teams', 'list_members'],
    onSuccess: () => {
      onClose()
      if (shown) toast.good(words.deleted(shown.name))
    },
  })
  return (
    <Confirm
      open={team !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.name ?? '')}
      cancel={common.cancel}
      confirm={common.delete}
      busy={remove.isPending}
      onConfirm={() => team && remove.mutate({ team_id: team.id })}
    >
      {words.deleteWarning}
      {shown && <Open team_id={shown.id} />}
    </Confirm>
  )
}

function Open({ team_id }: { team_id: string }) {
  const words = useTeamWords()
  const format = useNumbers()
  const { data } = useRead('count_conversations', { team: team_id, status: 'open' })
  // As high before it is known as after.
  return <span className="mt-2 block min-h-5.5">{data && words.open(format(data.all))}</span>
}
