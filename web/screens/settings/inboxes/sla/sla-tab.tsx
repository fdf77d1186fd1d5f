import { useState, type FormEvent } from 'react'
import { Plus } from '#web/ui/icons.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Button } from '#web/ui/button.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TargetRow } from './target-row.tsx'
import { blank, keptOf, missingIn, rowsOf, type Target } from './targets.ts'

export function SlaTab({ inbox }: { inbox: Inbox }) {
  const { sla: words, saved } = useInboxWords()
  const { draft, isChanged, change, discard } = useDraft({
    business_hours_only: inbox.sla.business_hours_only,
    rows: rowsOf(inbox.sla.targets),
  })
  // Fields are uncontrolled; a new key resets them on discard.
  const [edition, setEdition] = useState(0)
  const renew = () => {
    discard()
    setEdition(edition + 1)
  }
  const save = useChangeInbox({
    onSaved: () => {
      discard()
      toast.good(saved)
    },
  })
  const { business_hours_only, rows } = draft
  const set = (row: Target) => change({ rows: rows.map((each) => (each.priority === row.priority ? row : each)) })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Invalid durations block saving.
    const unread = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (unread) unread.focus()
    else save.mutate({ inbox_id: inbox.id, sla: { business_hours_only, targets: keptOf(rows) } })
  }
  return (
    <form noValidate onSubmit={send} className="max-w-3xl">
      <Panel title={words.title} hint={words.hint}>
        <Switch
          label={words.businessOnly}
          hint={words.businessOnlyHint}
          checked={business_hours_only}
          onChange={(next) => change({ business_hours_only: next })}
        />
      </Panel>
      <Panel title={words.targets} hint={words.how}>
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <TargetRow
              key={`${row.priority}-${edition}`}
              target={row}
              onChange={set}
              onRemove={() => change({ rows: rows.filter((each) => each !== row) })}
            />
          ))}
        </ul>
        <AddPriority rows={rows} onAdd={(row) => change({ rows: rowsOf([...rows, row]) })} />
      </Panel>
      <SaveBar isChanged={isChanged} busy={save.isPending} onDiscard={renew} />
    </form>
  )
}

function AddPriority({ rows, onAdd }: { rows: Target[]; onAdd: (row: Target) => void }) {
  const { sla: words } = useInboxWords()
  const missing = missingIn(rows)
  if (missing.length === 0) return null
  return (
    <Menu
      align="start"
      trigger={
        <Button look="outline" className="mt-3" icon={<Plus size={15} aria-hidden />}>
          {words.add}
        </Button>
      }
    >
      {missing.map((priority) => (
        <MenuItem key={priority} onSelect={() => onAdd(blank(priority))}>
          {words.priorities[priority ?? 'default']}
        </MenuItem>
      ))}
    </Menu>
  )
}
