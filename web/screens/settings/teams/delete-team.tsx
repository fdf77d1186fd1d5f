import type { Team } from '#contract/records/people.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useRead } from '#web/app/query.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useTeamWords } from './words.ts'

/** Confirms deleting a team, with the number of its open conversations. */
export function DeleteTeam({ team, onClose }: { team: Team | undefined; onClose: () => void }) {
  const words = useTeamWords()
  return (
    <DeleteDialog
      record={team}
      nameOf={({ name }) => name}
      onClose={onClose}
      operation="delete_team"
      input={({ id }) => ({ team_id: id })}
      invalidates={['list_teams', 'list_members']}
      words={words}
    >
      {({ id }) => (
        <>
          {words.deleteWarning}
          <OpenConversations team_id={id} />
        </>
      )}
    </DeleteDialog>
  )
}

function OpenConversations({ team_id }: { team_id: string }) {
  const words = useTeamWords()
  const format = useNumbers()
  const { data } = useRead('count_conversations', { team: team_id, status: 'open' })
  // The height is reserved, so that the dialog does not jump when the count arrives.
  return <span className="mt-2 block min-h-5.5">{data && words.open(format(data.all))}</span>
}
