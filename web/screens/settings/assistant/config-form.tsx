import { useState } from 'react'
import { limitsOf } from '#contract/plans.ts'
import type { AiAdjustment, AiConfig } from '#contract/records/assistant.ts'
import { explain, fieldErrors } from '#web/i18n.ts'
import { SaveBar } from '#web/parts/saving/save-bar.tsx'
import { useDraft } from '#web/parts/saving/use-draft.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useShow } from '#web/screens/settings/frame/use-show.ts'
import { asChanges, readConfig, type ConfigDraft } from './config-draft.ts'
import { HandoverPanel } from './handover-panel.tsx'
import { KnowingPanel } from './knowing-panel.tsx'
import { RememberingPanel } from './remembering-panel.tsx'
import { BypassPanel, ToolsPanel } from './tools-panel.tsx'
import { useAssistantWords } from './words.ts'

export type PanelProps = {
  draft: ConfigDraft
  onChange: (change: Partial<ConfigDraft>) => void
  errors: Record<string, string>
  /** What the plan of the workspace allows. */
  limits: ReturnType<typeof limitsOf>['ai']
}

/** How the agent behaves. What the plan does not allow is brought down by the server, and said. */
export function ConfigForm({ config }: { config: AiConfig }) {
  const words = useAssistantWords()
  const { plan } = useAccount()
  const { draft, isChanged, change, discard } = useDraft(readConfig(config))
  const [adjusted, setAdjusted] = useState<AiAdjustment[]>([])
  const show = useShow()
  const update = useAct('update_ai_config', {
    quiet: true,
    onSuccess: ({ adjusted: brought, ...saved }) => {
      show('get_ai_config', { inbox: config.inbox.id }, () => saved)
      discard()
      setAdjusted(brought)
      toast.good(words.saved)
    },
  })
  const errors = plain(fieldErrors(update.error))
  const panel = { draft, onChange: change, errors, limits: limitsOf(plan).ai }
  return (
    <form noValidate onSubmit={submitted(() => update.mutate({ inbox: config.inbox.id, config: asChanges(draft) }))}>
      {update.error && Object.keys(errors).length === 0 && (
        <div className="mb-4">
          <Notice>{explain(update.error)}</Notice>
        </div>
      )}
      {adjusted.length > 0 && <Adjusted adjusted={adjusted} />}
      <KnowingPanel {...panel} />
      <ToolsPanel {...panel} />
      <HandoverPanel {...panel} />
      <RememberingPanel {...panel} />
      <BypassPanel {...panel} />
      <SaveBar isChanged={isChanged} busy={update.isPending} onDiscard={discard} />
    </form>
  )
}

function Adjusted({ adjusted }: { adjusted: AiAdjustment[] }) {
  const words = useAssistantWords()
  const told = (value: unknown) => {
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
              {words.adjustments[key] ?? key}: {told(to)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** `config/rag/top_k` is `rag/top_k` here. */
const plain = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.replace(/^config\//, ''), text]))
