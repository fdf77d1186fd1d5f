import { useState } from 'react'
import { Archive, RotateCcw } from '#web/ui/icons.ts'
import type { ActivityType } from '#contract/records/activity-kind.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { typeIcons } from '#web/features/activities/activity-kinds.ts'
import { useActivityWords } from '#web/features/activities/words.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useReorder } from '#web/ui/sort-list/use-reorder.ts'
import { Spool } from '#web/ui/thread-art.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EditType } from './edit-kind.tsx'
import { useActivityTypeWords } from './words.ts'

export function ActivityTypes() {
  const words = useActivityTypeWords()
  const { data, error, refetch } = useRead('list_activity_types', {})
  const [edited, edit] = useState<ActivityType | 'new'>()
  const [deleted, remove] = useState<ActivityType>()
  const reorder = useReorder('list_activity_types', 'reorder_activity_types')
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
              {(type, moves) => <Row type={type} moves={moves} onEdit={edit} onDelete={remove} />}
            </SortList>
          )
        }
      </Loaded>
      <EditType edited={edited} onClose={() => edit(undefined)} />
      <DeleteDialog
        record={deleted}
        nameOf={({ name }) => name}
        onClose={() => remove(undefined)}
        operation="delete_activity_type"
        input={({ id }) => ({ activity_type_id: id })}
        invalidates={['list_activity_types']}
        words={words}
      >
        {words.deleteWarning}
      </DeleteDialog>
    </Section>
  )
}

type RowProps = {
  type: ActivityType
  moves: Moves
  onEdit: (type: ActivityType) => void
  onDelete: (type: ActivityType) => void
}

function Row({ type, moves, onEdit, onDelete }: RowProps) {
  const words = useActivityTypeWords()
  const { minutes } = useActivityWords()
  const { name, icon, duration_minutes, archived, in_use } = type
  const Icon = typeIcons[icon]
  return (
    <>
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onEdit(type)}
          className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0"
        >
          {name}
        </button>
        {duration_minutes !== null && <div className="text-sm text-ink-3">{minutes(duration_minutes)}</div>}
      </div>
      {archived && <Badge>{words.archived}</Badge>}
      <RowMenu
        name={name}
        moves={moves}
        onEdit={() => onEdit(type)}
        {...(!in_use && { onDelete: () => onDelete(type) })}
      >
        <ArchiveItem type={type} />
      </RowMenu>
    </>
  )
}

/** A type in use cannot be deleted, but is no longer offered once it is archived. */
function ArchiveItem({ type: { id, archived } }: { type: ActivityType }) {
  const words = useActivityTypeWords()
  const update = useAct('update_activity_type', {
    invalidates: ['list_activity_types'],
    onSuccess: (type) => toast.good(type.archived ? words.archivedNow(type.name) : words.restoredNow(type.name)),
  })
  const Icon = archived ? RotateCcw : Archive
  return (
    <MenuItem
      icon={<Icon size={16} aria-hidden />}
      onSelect={() => update.mutate({ activity_type_id: id, archived: !archived })}
    >
      {archived ? words.restore : words.archive}
    </MenuItem>
  )
}
