import { explain } from '#web/i18n.ts'
import { SaveBar } from '#web/parts/saving/save-bar.tsx'
import { useDraft } from '#web/parts/saving/use-draft.ts'
import { useAct, useRead } from '#web/query.ts'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useShow } from '#web/screens/settings/frame/use-show.ts'
import { useAssistantWords } from './words.ts'

/** What the business tells its agent. It is read apart from the rest, and by administrators alone. */
export function PromptPanel({ inbox_id }: { inbox_id: string }) {
  const words = useAssistantWords()
  const { data, error, refetch } = useRead('get_ai_prompt', { inbox_id })
  return (
    <Panel title={words.prompt} hint={words.promptHint}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed} rows={2}>
        {({ prompt }) => <PromptForm inbox_id={inbox_id} prompt={prompt ?? ''} />}
      </Loaded>
    </Panel>
  )
}

function PromptForm({ inbox_id, prompt }: { inbox_id: string; prompt: string }) {
  const words = useAssistantWords()
  const show = useShow()
  const { draft, isChanged, change, discard } = useDraft({ prompt })
  const save = useAct('set_ai_prompt', {
    quiet: true,
    onSuccess: (saved) => {
      show('get_ai_prompt', { inbox_id }, () => saved)
      discard()
      toast.good(words.promptSaved)
    },
  })
  return (
    <form noValidate onSubmit={submitted(() => save.mutate({ inbox_id, prompt: draft.prompt.trim() || null }))}>
      {save.error && (
        <div className="mb-3">
          <Notice>{explain(save.error)}</Notice>
        </div>
      )}
      <TextArea
        label={words.promptLabel}
        placeholder={words.promptPlaceholder}
        rows={6}
        maxLength={20_000}
        value={draft.prompt}
        onChange={(event) => change({ prompt: event.target.value })}
      />
      <div className="mt-4 -mb-3">
        <SaveBar label={words.savePrompt} isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
      </div>
    </form>
  )
}
