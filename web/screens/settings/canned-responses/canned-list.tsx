import { useState } from 'react'
import { History } from '#web/ui/icons.ts'
import type { CannedResponse } from '#contract/records/workspace.ts'
import { useTime } from '#web/app/format/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useReorder } from '#web/ui/sort-list/use-reorder.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { useCannedWords } from './words.ts'

type Open = (response: CannedResponse) => void
type Props = {
  responses: CannedResponse[]
  /** The list is filtered, so it cannot be reordered. */ isPart: boolean
  onEdit: Open
}

export function CannedList({ responses, isPart, onEdit }: Props) {
  const words = useCannedWords()
  const [deleted, remove] = useState<CannedResponse>()
  const [past, look] = useState<CannedResponse>()
  const reorder = useReorder('list_canned_responses', 'reorder_canned_responses')
  return (
    <>
      <SortList
        label={words.list}
        items={responses}
        nameOf={({ short_code }) => `/${short_code}`}
        onReorder={isPart ? undefined : reorder}
      >
        {(response, moves) => <Row {...{ response, moves, onEdit }} onDelete={remove} onLook={look} />}
      </SortList>
      <DeleteDialog
        record={deleted}
        nameOf={({ short_code }) => short_code}
        onClose={() => remove(undefined)}
        operation="delete_canned_response"
        input={({ id }) => ({ short_code: id })}
        invalidates={['list_canned_responses']}
        words={words}
      >
        {words.deleteWarning}
      </DeleteDialog>
      <HistoryDialog response={past} onClose={() => look(undefined)} />
    </>
  )
}

type RowProps = { response: CannedResponse; moves: Moves; onEdit: Open; onDelete: Open; onLook: Open }

function Row({ response, moves, onEdit, onDelete, onLook }: RowProps) {
  const words = useCannedWords()
  const time = useTime()
  const { short_code, content, inbox, updated_at } = response
  return (
    <>
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1 @3xl:grid-cols-[12rem_1fr_11rem]">
        <button
          type="button"
          onClick={() => onEdit(response)}
          className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0"
        >
          <span className="text-ink-3">/</span>
          {short_code}
        </button>
        <div className="line-clamp-2 min-w-0 text-sm wrap-anywhere text-ink-2">{content}</div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @3xl:flex-col @3xl:items-start">
          <Badge>{inbox.name}</Badge>
          <span className="text-xs text-ink-3">{words.changed(time.ago(updated_at))}</span>
        </div>
      </div>
      <RowMenu
        name={`/${short_code}`}
        moves={moves}
        onEdit={() => onEdit(response)}
        onDelete={() => onDelete(response)}
      >
        <MenuItem icon={<History size={16} aria-hidden />} onSelect={() => onLook(response)}>
          {words.history}
        </MenuItem>
      </RowMenu>
    </>
  )
}
