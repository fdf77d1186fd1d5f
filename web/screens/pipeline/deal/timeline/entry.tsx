import { useState } from 'react'
import { Pencil } from '#web/ui/icons.ts'
import type { Activity } from '#contract/records/crm.ts'
import { useWords } from '#web/app/i18n.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { useTime } from '#web/app/format/time.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useChangeActivity } from '#web/features/activities/activity-actions.ts'
import { ReopenButton } from '#web/features/activities/complete-button.tsx'
import { ActivityIcon } from '#web/features/activities/activity-icon.tsx'
import { useActivityWords } from '#web/features/activities/words.ts'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'
import { Changes, Move } from './changes.tsx'

/** One entry of the history: what happened, by whom and when. */
export function Entry({ activity, currency }: { activity: Activity; currency: string }) {
  const { timeline: words } = useDrawerWords()
  const kinds = useActivityWords()
  const time = useTime()
  const { type, author, created_at, completed_at, due_at, completed_by } = activity
  const at = completed_at ?? created_at
  const isChange = type === 'stage_change' || type === 'field_change'
  return (
    <li className="group/entry relative flex gap-3 pb-4 last:pb-0">
      <span aria-hidden className="absolute top-7 bottom-0 left-3.5 w-px bg-line group-last/entry:hidden" />
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full',
          isChange ? 'bg-hover text-ink-3' : 'bg-accent-soft text-accent-text',
        )}
      >
        <ActivityIcon type={type} size={14} />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        {type === 'stage_change' && <Move activity={activity} />}
        {isChange ? (
          <Changes activity={activity} currency={currency} />
        ) : (
          <EntryText
            activity={activity}
            title={type === 'note' ? undefined : ((kinds.types as Record<string, string>)[type] ?? type)}
          />
        )}
        <p className="mt-0.5 text-xs text-ink-3">
          <span>{words.by(completed_by?.name ?? author.name)}</span>
          {' · '}
          <TimeAgo at={at} />
          {due_at && ` · ${words.due(time.full(due_at))}`}
        </p>
      </div>
    </li>
  )
}

/** Text of a note or activity; notes can be edited. */
function EntryText({ activity, title }: { activity: Activity; title: string | undefined }) {
  const { notes: words } = useDrawerWords()
  const [isEditing, edit] = useState(false)
  if (isEditing) return <EditNote activity={activity} onClose={() => edit(false)} />
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        {title && <p className="text-sm font-medium">{title}</p>}
        {activity.body && <p className="text-base wrap-anywhere whitespace-pre-wrap">{activity.body}</p>}
      </div>
      {activity.type === 'note' && (
        <IconButton
          size="sm"
          label={words.edit}
          onClick={() => edit(true)}
          className="-mt-1 pointer-fine:opacity-0 group-hover/entry:opacity-100 focus-visible:opacity-100"
        >
          <Pencil size={13} aria-hidden />
        </IconButton>
      )}
      {activity.done && <ReopenButton activity={activity} className="-mt-1" />}
    </div>
  )
}

function EditNote({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const { common } = useWords()
  const { notes: words } = useDrawerWords()
  const [text, setText] = useState(activity.body ?? '')
  const change = useChangeActivity(onClose)
  const save = () => text.trim() && change.mutate({ activity_id: activity.id, body: text.trim() })
  return (
    <div>
      <textarea
        autoFocus
        aria-label={words.edit}
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
        className={cx(inputClass, 'block resize-y py-2')}
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button size="sm" look="primary" busy={change.isPending} onClick={save}>
          {common.save}
        </Button>
      </div>
    </div>
  )
}
