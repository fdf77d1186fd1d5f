import { useState } from 'react'
import { CircleCheck, CircleX, FlaskConical } from '#web/ui/icons.ts'
import { triggers, type AutomationRule } from '#contract/records/automation.ts'
import type { Output } from '#web/app/api.ts'
import { useTime } from '#web/app/format/time.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { conditionText } from '#web/features/conditions/condition-text.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { RecordPicker, type Found } from './record-picker.tsx'
import { asInput, type RuleDraft } from './rule-draft.ts'
import { useConditionFields } from './use-condition-fields.ts'
import { useReferences } from './use-references.ts'
import { useAutomationWords } from './words.ts'

type Trial = Output<'test_automation_rule'>

/** A dry run of the rule, including unsaved changes. */
export function TryRule({ rule, draft }: { rule?: AutomationRule; draft: RuleDraft }) {
  const { test: words, actions: choosing } = useAutomationWords()
  const subject = triggers[draft.event]
  const { labels } = useReferences()
  const [found, find] = useState<Found>()
  const [label, setLabel] = useState('')
  const asksLabel = draft.event === 'conversation.label_added' || draft.event === 'conversation.label_removed'
  const trial = useAct('test_automation_rule', { silent: true })
  const run = () => {
    if (!found) return
    const { name, ...definition } = asInput(draft)
    const input = { ...definition, ...(name && { name }), ...(rule && { rule_id: rule.id }) }
    trial.mutate({ ...input, subject_id: found.id, ...(asksLabel && label && { label }) })
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm text-pretty text-ink-2">
        {words.hint} {words.unsavedHint}
      </p>
      <div className="grid items-end gap-3 @xl:grid-cols-[1fr_auto]">
        <RecordPicker key={subject} subject={subject} label={words.record[subject]} value={found} onPick={find} />
        <Button
          look="primary"
          icon={<FlaskConical size={15} aria-hidden />}
          disabled={!found}
          busy={trial.isPending}
          onClick={run}
        >
          {words.run}
        </Button>
      </div>
      {asksLabel && (
        <PickerField
          label={words.label}
          search={choosing.find}
          nothing={choosing.nothing}
          placeholder={choosing.choose}
          value={label}
          choices={labels.map(({ name }) => ({ id: name, name }))}
          onChange={setLabel}
        />
      )}
      <div aria-live="polite" className="grid gap-4">
        {trial.error && (
          <Notice>
            {words.failed}: {describeError(trial.error)}
          </Notice>
        )}
        {trial.data && !trial.isPending && <Outcome trial={trial.data} draft={draft} />}
      </div>
    </div>
  )
}

function Outcome({ trial, draft }: { trial: Trial; draft: RuleDraft }) {
  const { test: words } = useAutomationWords()
  return (
    <>
      <Notice tone={trial.matches ? 'good' : 'warn'}>{trial.matches ? words.matches : words.misses}</Notice>
      <section>
        <h3 className="mb-2 text-sm font-semibold">{words.conditions}</h3>
        {trial.conditions.length === 0 ? (
          <p className="text-sm text-ink-2">{words.noConditions}</p>
        ) : (
          <ConditionResults trial={trial} draft={draft} />
        )}
      </section>
      <section>
        <h3 className="mb-2 text-sm font-semibold">{trial.matches ? words.would : words.wouldNot}</h3>
        <Deeds actions={trial.actions} />
      </section>
    </>
  )
}

function ConditionResults({ trial, draft }: { trial: Trial; draft: RuleDraft }) {
  const { test: words, fields: between } = useAutomationWords()
  const conditionWords = useConditionWords()
  const time = useTime()
  const fields = useConditionFields(draft.event)
  return (
    <div className="grid gap-2">
      {trial.conditions.map((group, index) => (
        <div key={index}>
          {index > 0 && <div className="mb-2 text-xs font-medium text-ink-3">{between.or}</div>}
          <ul className="grid gap-1.5 rounded-xl bg-sunken p-3 ring-1 ring-line ring-inset">
            {group.map((each, at) => {
              const Icon = each.holds ? CircleCheck : CircleX
              return (
                <li key={at} className="flex items-start gap-2 text-sm">
                  <Icon
                    size={16}
                    role="img"
                    aria-label={each.holds ? words.holds : words.fails}
                    className={each.holds ? 'mt-0.5 shrink-0 text-good-text' : 'mt-0.5 shrink-0 text-danger-text'}
                  />
                  <span className="min-w-0 wrap-anywhere">{conditionText(each, fields, conditionWords, time.day)}</span>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** The actions that would run, with their variables filled in. */
function Deeds({ actions }: Pick<Trial, 'actions'>) {
  const { actions: words } = useAutomationWords()
  return (
    <ol className="grid gap-2">
      {actions.map(({ type, input }, index) => (
        <li key={index} className="rounded-xl px-3 py-2 text-sm ring-1 ring-line ring-inset">
          <div className="font-medium">{words.names[type as keyof typeof words.names] ?? type}</div>
          {input['priority'] && (
            <p className="mt-1 text-ink-2">{words.priorities[input['priority'] as keyof typeof words.priorities]}</p>
          )}
          {textOf(input) && <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink-2">{textOf(input)}</p>}
        </li>
      ))}
    </ol>
  )
}

const textOf = (input: Trial['actions'][number]['input']) =>
  ['to', 'subject', 'content', 'body', 'url']
    .flatMap((key) => (typeof input[key] === 'string' ? [input[key]] : []))
    .join('\n')
