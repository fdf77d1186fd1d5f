import { useState } from 'react'
import { limitsOf } from '#contract/plans.ts'
import type { AiAdjustment, AiConfig } from '#contract/records/assistant.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { asChanges, readConfig, type ConfigDraft } from './config-draft.ts'
import { HandoverPanel } from './handover-panel.tsx'
import { KnowledgePanel } from './knowledge-panel.tsx'
import { MemoryPanel } from './memory-panel.tsx'
import { BypassPanel, ToolsPanel } from './tools-panel.tsx'
import { useAssistantWords } from './words.ts'

export type PanelProps = {
  draft: ConfigDraft
  onChange: (change: Partial<ConfigDraft>) => void
  errors: Record<string, string>
  /** The limits of the plan. */
  limits: ReturnType<typeof limitsOf>['ai']
}

/** The agent's settings. The server lowers values above the plan and reports them. */
export function ConfigForm({ config }: { config: AiConfig }) {
  const words = useAssistantWords()
  const { plan } = useAccount()
  const { draft, isChanged, change, discard } = useDraft(readConfig(config))
  const [adjusted, setAdjusted] = useState<AiAdjustment[]>([])
  const patch = usePatchRead()
  const update = useAct('update_ai_config', {
    silent: true,
    onSuccess: ({ adjusted: brought, ...saved }) => {
      patch('get_ai_config', { inbox: config.inbox.id }, () => saved)
      discard()
      setAdjusted(brought)
      toast.good(words.saved)
    },
  })
  const errors = plain(fieldErrors(update.error))
  const panel = { draft, onChange: change, errors, limits: limitsOf(plan).ai }
  return (
    <form noValidate onSubmit={handleSubmit(() => update.mutate({ inbox: config.inbox.id, config: asChanges(draft) }))}>
      {update.error && Object.keys(errors).length === 0 && (
        <div className="mb-4">
          <Notice>{describeError(update.error)}</Notice>
        </div>
      )}
      {adjusted.length > 0 && <Adjusted adjusted={adjusted} />}
      <KnowledgePanel {...panel} />
      <ToolsPanel {...panel} />
      <HandoverPanel {...panel} />
      <MemoryPanel {...panel} />
      <BypassPanel {...panel} />
      <SaveBar isChanged={isChanged} busy={update.isPending} onDiscard={discard} />
    </form>
  )
}

function Adjusted({ adjusted }: { adjusted: AiAdjustment[] }) {
  const words = useAssistantWords()
  const format = (value: unknown) => {
    if (!Array.isArray(value)) return String(value)
    return value.map((tool) => words.toolNames[tool as keyof typeof words.toolNames] ?? tool).join(', ')
  }
  return (
    <div className="mb-4">
      <Notice tone="warn">
        {words.adjusted}
        <ul className="mt-1 list-disc pl-4">
          {adjusted.map(({ key, to }) => (
            <li key={key}>
              {words.adjustments[key] ?? key}: {format(to)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** Maps server paths to form fields: `config/rag/top_k` becomes `rag/top_k`. */
const plain = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.replace(/^config\//, ''), text]))
