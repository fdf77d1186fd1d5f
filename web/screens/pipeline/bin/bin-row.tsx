import { useState } from 'react'
import { Trash2 } from '#web/ui/icons.ts'
import type { BinEntry } from '#contract/records/crm.ts'
import { useAct } from '#web/app/query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'

export function BinRow({ entry }: { entry: BinEntry }) {
  const { bin: words } = usePipelineWords()
  const time = useTime()
  const details = [
    `${entry.pipeline.name}, ${entry.stage.name}`,
    entry.merged_into
      ? words.merged(entry.merged_into.name)
      : words.entry(entry.deleted_by.name, time.ago(entry.deleted_at)),
    words.expires(time.day(entry.expires_at)),
  ]
  return (
    <li className="flex items-center gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="truncate text-sm font-medium">{entry.name}</div>
        <div className="text-xs text-ink-3">{details.join(' · ')}</div>
      </div>
      <Restore entry={entry} />
      <Remove entry={entry} />
    </li>
  )
}

function Restore({ entry }: { entry: BinEntry }) {
  const { bin: words } = usePipelineWords()
  const done = {
    invalidates: ['list_bin'] as const,
    onSuccess: () => toast.good(words.restored(entry.name)),
  }
  const lead = useAct('restore_lead', done)
  const deal = useAct('restore_opportunity', done)
  const restore = () =>
    entry.entity_type === 'lead' ? lead.mutate({ lead_id: entry.id }) : deal.mutate({ opportunity_id: entry.id })
  return (
    <Button look="outline" size="sm" busy={lead.isPending || deal.isPending} onClick={restore}>
      {words.restore}
    </Button>
  )
}

/** Permanent deletion, for administrators only. */
function Remove({ entry }: { entry: BinEntry }) {
  const { bin: words } = usePipelineWords()
  const { role } = useAccount()
  const [isDeleting, confirmDelete] = useState(false)
  if (role !== 'administrator') return null
  return (
    <>
      <IconButton size="sm" label={words.delete} onClick={() => confirmDelete(true)}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
      <DeleteDialog
        record={isDeleting ? entry : undefined}
        nameOf={({ name }) => name}
        onClose={() => confirmDelete(false)}
        operation="delete_from_bin"
        input={({ entity_type, id }) => ({ entity_type, entity_id: id })}
        invalidates={['list_bin']}
        words={words}
      >
        {words.deleteWarning}
      </DeleteDialog>
    </>
  )
}
