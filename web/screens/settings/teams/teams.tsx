import { useState } from 'react'
import type { Team } from '#contract/records/people.ts'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useReorder } from '#web/ui/sort-list/use-reorder.ts'
import { Spool } from '#web/ui/thread-art.tsx'
import { DeleteTeam } from './delete-team.tsx'
import { EditTeam } from './edit-team.tsx'
import { useTeamWords } from './words.ts'

export function Teams() {
  const words = useTeamWords()
  const { data, error, refetch } = useRead('list_teams', {})
  const [edited, edit] = useState<Team | 'new'>()
  const [deleted, remove] = useState<Team>()
  const reorder = useReorder('list_teams', 'reorder_teams')
  const create = <CreateButton label={words.create} onCreate={() => edit('new')} />
  return (
    <Section narrow title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : create}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={create}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <SortList label={words.list} items={items} nameOf={({ name }) => name} onReorder={reorder}>
              {(team, moves) => <Row team={team} moves={moves} onEdit={edit} onDelete={remove} />}
            </SortList>
          )
        }
      </Loaded>
      <EditTeam edited={edited} onClose={() => edit(undefined)} />
      <DeleteTeam team={deleted} onClose={() => remove(undefined)} />
    </Section>
  )
}

type RowProps = { team: Team; moves: Moves; onEdit: (team: Team) => void; onDelete: (team: Team) => void }

function Row({ team, moves, onEdit, onDelete }: RowProps) {
  const words = useTeamWords()
  const { name, description, members, allow_auto_assign } = team
  return (
    <>
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1.5 @2xl:grid-cols-[1fr_1.2fr]">
        <div className="min-w-0">
          <button
            type="button"
            onClick={() => onEdit(team)}
            className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0"
          >
            {name}
          </button>
          {description && <div className="line-clamp-2 text-sm text-ink-3">{description}</div>}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-3">
          <Faces people={members} />
          <span>{members.length ? words.memberCount(members.length) : words.noMembers}</span>
          {allow_auto_assign ? <Badge tone="accent">{words.autoOn}</Badge> : <Badge>{words.autoOff}</Badge>}
        </div>
      </div>
      <RowMenu name={name} moves={moves} onEdit={() => onEdit(team)} onDelete={() => onDelete(team)} />
    </>
  )
}

const SHOWN = 4

function Faces({ people }: { people: Team['members'] }) {
  if (people.length === 0) return null
  return (
    <span className="flex -space-x-1" title={people.map(({ name }) => name).join(', ')}>
      {people.slice(0, SHOWN).map(({ id, name }) => (
        <span key={id} className="rounded-full ring-2 ring-surface">
          <Avatar name={name} size="sm" />
        </span>
      ))}
    </span>
  )
}
