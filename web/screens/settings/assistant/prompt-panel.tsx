import { describeError } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'
import { TextArea } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAssistantWords } from './words.ts'

/** The agent's instructions, read separately because only administrators may see them. */
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
  const patch = usePatchRead()
  const { draft, isChanged, change, discard } = useDraft({ prompt })
  const save = useAct('set_ai_prompt', {
    silent: true,
    onSuccess: (saved) => {
      patch('get_ai_prompt', { inbox_id }, () => saved)
      discard()
      toast.good(words.promptSaved)
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit(() => save.mutate({ inbox_id, prompt: draft.prompt.trim() || null }))}>
      {save.error && (
        <div className="mb-3">
          <Notice>{describeError(save.error)}</Notice>
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
