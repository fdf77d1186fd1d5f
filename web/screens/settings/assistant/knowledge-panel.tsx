import { useRead } from '#web/app/query.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MultiPickerField } from '#web/ui/multi-picker-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { PanelProps } from './config-form.tsx'
import { useAssistantWords } from './words.ts'

/** The agent's knowledge. Collections are stored by name. */
export function KnowledgePanel({ draft, onChange, errors, limits }: PanelProps) {
  const words = useAssistantWords()
  const collections = useRead('list_knowledge_collections', {}).data?.items ?? []
  const options = [...new Set([...collections.map(({ name }) => name), ...draft.collections])]
  return (
    <Panel title={words.knowing}>
      <Switch
        label={words.rag}
        hint={words.ragHint}
        checked={draft.rag_enabled}
        onChange={(rag_enabled) => onChange({ rag_enabled })}
      />
      {draft.rag_enabled && (
        <div className="mt-4 grid items-start gap-4 @xl:grid-cols-2">
          <div className="@xl:col-span-2">
            <MultiPickerField
              label={words.collections}
              search={words.find}
              nothing={words.nothing}
              placeholder={words.allCollections}
              value={draft.collections}
              choices={options.map((name) => ({ id: name, name }))}
              onChange={(next) => onChange({ collections: next })}
              error={errors['rag/collections']}
            />
          </div>
          <TextField
            label={words.topK}
            hint={words.upTo(limits.top_k)}
            type="number"
            inputMode="numeric"
            min={1}
            max={20}
            value={draft.top_k}
            onChange={(event) => onChange({ top_k: event.target.value })}
            error={errors['rag/top_k'] && words.upTo(limits.top_k)}
          />
          <TextField
            label={words.threshold}
            hint={words.thresholdHint}
            inputMode="decimal"
            value={draft.threshold}
            onChange={(event) => onChange({ threshold: event.target.value })}
            error={errors['rag/threshold'] && words.thresholdHint}
          />
        </div>
      )}
    </Panel>
  )
}
