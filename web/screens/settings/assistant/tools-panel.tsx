import { ai_tools, type AiTool } from '#contract/records/assistant.ts'
import { useAccount } from '#web/app/session.ts'
import { useLabels } from '#web/features/labels/labels.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { CheckList } from '#web/ui/check-list.tsx'
import { MultiPickerField } from '#web/ui/multi-picker-field.tsx'
import type { PanelProps } from './config-form.tsx'
import { useAssistantWords } from './words.ts'

/** The tools included in the plan and modules of the workspace. */
export function ToolsPanel({ draft, onChange, limits }: PanelProps) {
  const words = useAssistantWords()
  const { modules } = useAccount()
  const here = ai_tools.filter((tool) => tool !== 'search_properties' || modules.includes('real_estate'))
  const offered = here.filter((tool) => limits.tools.includes(tool))
  const lacking = here.filter((tool) => !limits.tools.includes(tool))
  return (
    <Panel title={words.toolsTitle} hint={words.toolsHint}>
      <CheckList
        label={words.tools}
        value={draft.enabled_tools}
        choices={offered.map((id) => ({ id, name: words.toolNames[id] }))}
        onChange={(next) => onChange({ enabled_tools: next as AiTool[] })}
      />
      {lacking.length > 0 && (
        <p className="mt-2 text-xs text-ink-3">
          {words.planLacks(lacking.map((tool) => words.toolNames[tool]).join(', '))}
        </p>
      )}
    </Panel>
  )
}

/** Labels that bypass the agent, stored by title. */
export function BypassPanel({ draft, onChange, errors }: PanelProps) {
  const words = useAssistantWords()
  const { labels } = useLabels()
  const options = [...new Set([...labels.map(({ title }) => title), ...draft.bypass_labels])]
  return (
    <Panel title={words.bypass} hint={words.bypassHint}>
      <MultiPickerField
        label={words.bypassLabels}
        search={words.find}
        nothing={words.nothing}
        placeholder={words.bypassNone}
        value={draft.bypass_labels}
        choices={options.map((title) => ({ id: title, name: title }))}
        onChange={(bypass_labels) => onChange({ bypass_labels })}
        error={errors['bypass_labels']}
      />
    </Panel>
  )
}
