import { triggers, type AutomationRule, type Trigger } from '#contract/records/automation.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useWords } from '#web/app/i18n.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { ActionsEditor } from './actions-editor.tsx'
import { ConditionsEditor } from './conditions-editor.tsx'
import { DurationField } from './duration-field.tsx'
import { isTimed, withEvent, type RuleDraft } from './rule-draft.ts'
import { useConditionFields } from './use-condition-fields.ts'
import { useSaveRule } from './use-save-rule.ts'
import { useAutomationWords } from './words.ts'

type Props = {
  rule?: AutomationRule
  draft: RuleDraft
  isChanged: boolean
  change: (next: Partial<RuleDraft>) => void
  discard: () => void
}

export function RuleForm({ rule, draft, isChanged, change, discard }: Props) {
  const { common } = useWords()
  const { fields: words, events } = useAutomationWords()
  const fields = useConditionFields(draft.event)
  const { save, error, isPending } = useSaveRule(rule, discard)
  const errors = fieldErrors(error)
  const isPlaced = Object.keys(errors).some((field) => /^(name|minutes|conditions\/|actions)/.test(field))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save(draft)
      }}
    >
      {error && !isPlaced && (
        <div className="mb-4">
          <Notice>{describeError(error)}</Notice>
        </div>
      )}
      <div className="mb-5 grid gap-4 @xl:grid-cols-2">
        <TextField
          label={words.name}
          placeholder={words.namePlaceholder}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          maxLength={255}
          autoComplete="off"
          autoFocus={!rule}
          error={errors['name']}
        />
        <TextField
          label={words.description}
          optional={common.optional}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
          autoComplete="off"
        />
      </div>
      <Panel title={words.when} hint={words.whenHint}>
        <div className="grid gap-4 @xl:grid-cols-2">
          <SelectField<Trigger>
            label={words.event}
            value={draft.event}
            choices={events}
            onChange={(event) => change(withEvent(draft, event))}
            error={errors['event']}
          />
          {isTimed(draft.event) && (
            <DurationField
              label={words.minutes}
              minutes={draft.minutes}
              onChange={(minutes) => change({ minutes })}
              error={errors['minutes']}
            />
          )}
        </div>
      </Panel>
      <Panel title={words.conditions} hint={words.conditionsHint}>
        <ConditionsEditor
          value={draft.conditions}
          onChange={(conditions) => change({ conditions })}
          fields={fields}
          errors={errors}
        />
      </Panel>
      <Panel title={words.actions} hint={words.actionsHint}>
        <ActionsEditor
          value={draft.actions}
          onChange={(actions) => change({ actions })}
          errors={errors}
          subject={triggers[draft.event]}
        />
      </Panel>
      <SaveBar outlivesSheets isChanged={isChanged} busy={isPending} onDiscard={discard} />
    </form>
  )
}
