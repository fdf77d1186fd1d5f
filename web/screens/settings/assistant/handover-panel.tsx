import { useRead } from '#web/app/query.ts'
import { VariableArea } from '#web/features/message-template/variable-area.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { PanelProps } from './config-form.tsx'
import { useAssistantWords } from './words.ts'

/** When the agent hands over, to which team and with which message. */
export function HandoverPanel({ draft, onChange, errors }: PanelProps) {
  const words = useAssistantWords()
  const teams = useRead('list_teams', {}).data?.items ?? []
  const options = [...new Set([...teams.map(({ name }) => name), draft.team])].filter(Boolean)
  return (
    <Panel title={words.handover}>
      <div className="grid grid-cols-1 gap-4">
        <div>
          <Switch
            label={words.onRequest}
            checked={draft.on_request}
            onChange={(on_request) => onChange({ on_request })}
          />
          <Switch
            label={words.onLowConfidence}
            checked={draft.on_low_confidence}
            onChange={(on_low_confidence) => onChange({ on_low_confidence })}
          />
        </div>
        <div className="grid items-start gap-4 @xl:grid-cols-2">
          <TextField
            label={words.afterMessages}
            hint={words.afterMessagesHint}
            type="number"
            inputMode="numeric"
            min={1}
            value={draft.after_messages}
            onChange={(event) => onChange({ after_messages: event.target.value })}
            error={errors['handover/after_messages'] && words.afterMessagesHint}
          />
          <PickerField
            label={words.team}
            search={words.find}
            nothing={words.nothing}
            placeholder={words.noTeam}
            value={draft.team}
            choices={[{ id: '', name: words.noTeam }, ...options.map((name) => ({ id: name, name }))]}
            onChange={(team) => onChange({ team })}
            error={errors['handover/team']}
          />
        </div>
        <VariableArea
          label={words.message}
          rows={2}
          value={draft.message}
          onChange={(message) => onChange({ message })}
          placeholder={words.messagePlaceholder}
          variables={words.variables}
          insertLabel={words.insert}
          error={errors['handover/message']}
        />
      </div>
    </Panel>
  )
}
