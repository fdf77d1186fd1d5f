import { useState } from 'react'
import { Trash2 } from 'lucide-react'
import type { BinEntry } from '#contract/records/crm.ts'
import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Something in the bin: what it was, who put it there, and the way back. */
export function BinLine({ entry }: { entry: BinEntry }) {
  const { bin: words } = usePipelineWords()
  const time = useTime()
  const told = [
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
        <div className="text-xs text-ink-3">{told.join(' · ')}</div>
      </div>
      <Restore entry={entry} />
      <Remove entry={entry} />
    </li>
  )
}

function Restore({ entry }: { entry: BinEntry }) {
  const { bin: words } = usePipelineWords()
  const done = {
    refreshes: ['list_bin'] as const,
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

/** For good, which only who runs the workspace may do. */
function Remove({ entry }: { entry: BinEntry }) {
  const { common } = useWords()
  const { bin: words } = usePipelineWords()
  const { role } = useAccount()
  const [isAsked, ask] = useState(false)
  const remove = useAct('delete_from_bin', {
    refreshes: ['list_bin'],
    onSuccess: () => {
      ask(false)
      toast.good(words.removed(entry.name))
    },
  })
  if (role !== 'administrator') return null
  return (
    <>
      <IconButton size="sm" label={words.remove} onClick={() => ask(true)}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
      <Confirm
        open={isAsked}
        onClose={() => ask(false)}
        title={words.removeTitle(entry.name)}
        cancel={common.cancel}
        confirm={words.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ entity_type: entry.entity_type, entity_id: entry.id })}
      >
        {words.removeWarning}
      </Confirm>
    </>
  )
}
