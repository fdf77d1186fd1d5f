import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { PanelProps } from './config-form.tsx'
import { useAssistantWords } from './words.ts'

export function MemoryPanel({ draft, onChange, errors, limits }: PanelProps) {
  const words = useAssistantWords()
  return (
    <Panel title={words.remembering} hint={words.language}>
      <div className="grid items-start gap-4 @xl:grid-cols-2">
        <TextField
          label={words.messages}
          hint={words.upTo(limits.messages)}
          type="number"
          inputMode="numeric"
          min={1}
          max={50}
          value={draft.messages}
          onChange={(event) => onChange({ messages: event.target.value })}
          error={errors['memory/messages'] && words.upTo(limits.messages)}
        />
        <TextField
          label={words.temperature}
          hint={words.temperatureHint}
          inputMode="decimal"
          value={draft.temperature}
          onChange={(event) => onChange({ temperature: event.target.value })}
          error={errors['temperature'] && words.temperatureHint}
        />
        <div className="@xl:col-span-2">
          <Switch
            label={words.summary}
            hint={limits.summary ? words.summaryHint : words.summaryNot}
            checked={draft.summary}
            onChange={(summary) => onChange({ summary })}
          />
        </div>
      </div>
    </Panel>
  )
}
