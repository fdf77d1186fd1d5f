import type { Retention } from '#contract/records/retention.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useWorkspaceWords } from './words.ts'

const offered: Record<keyof Retention, readonly (number | null)[]> = {
  events_days: [7, 30, 90, 180, 365],
  audit_days: [90, 180, 365, 730, 1825, null],
  inbound_log_days: [1, 7, 30, 90, 365],
  webhook_log_days: [1, 7, 30, 90, 365],
}
const fields = Object.keys(offered) as (keyof Retention)[]
const FOREVER = 'forever'

/** How long events, the audit log and other logs are kept. */
export function RetentionPanel() {
  const words = useWorkspaceWords()
  const { data, error, refetch } = useRead('get_retention', {})
  return (
    <Panel title={words.retention} hint={words.retentionHint}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.retentionFailed} rows={2}>
        {(saved) => <Form saved={saved} />}
      </Loaded>
    </Panel>
  )
}

function Form({ saved }: { saved: Retention }) {
  const words = useWorkspaceWords()
  const { draft, isChanged, change, discard } = useDraft(saved)
  const save = useAct('update_retention', {
    invalidates: ['get_retention'],
    onSuccess: () => toast.good(words.retentionSaved),
  })
  return (
    <form noValidate onSubmit={handleSubmit(() => save.mutate(draft, { onSuccess: discard }))}>
      <div className="grid gap-4 @xl:grid-cols-2">
        {fields.map((field) => (
          <SelectField
            key={field}
            label={words.retentionFields[field][0]}
            hint={words.retentionFields[field][1]}
            value={keyOf(draft[field])}
            choices={choicesOf(field, saved[field]).map((days) => [keyOf(days), words.keptFor(days)] as const)}
            onChange={(next) => change({ [field]: next === FOREVER ? null : Number(next) })}
          />
        ))}
      </div>
      <div className="mt-4 -mb-4">
        <SaveBar label={words.saveRetention} isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
      </div>
    </form>
  )
}

const keyOf = (days: number | null) => (days === null ? FOREVER : String(days))

/** The offered numbers of days, and the saved one, which a program may have set. */
function choicesOf(field: keyof Retention, saved: number | null): (number | null)[] {
  const all = new Set([...offered[field], saved])
  return [...all].toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity))
}
