import type { Pipeline } from '#contract/records/crm.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CurrencyField } from './currency-field.tsx'
import { usePatchPipeline } from './use-patch-pipeline.ts'
import { usePipelineSettingsWords } from './words.ts'

export function PipelineDetails({ pipeline }: { pipeline: Pipeline }) {
  const { common } = useWords()
  const words = usePipelineSettingsWords()
  const { name, description, default_currency, is_default } = pipeline
  const kept = { name, description: description ?? '', default_currency, is_default }
  const { draft, isChanged, change, discard } = useDraft(kept)
  const patch = usePatchPipeline()
  const update = useAct('update_pipeline', {
    silent: true,
    invalidates: ['crm_list_pipelines'],
    onSuccess: (saved) => {
      patch(saved)
      discard()
      toast.good(words.saved)
    },
  })
  const errors = fieldErrors(update.error)
  const save = () =>
    update.mutate({ ...draft, pipeline_id: pipeline.id, description: draft.description.trim() || null })
  return (
    <form noValidate onSubmit={handleSubmit(save)}>
      <Panel title={words.details}>
        {update.error && Object.keys(errors).length === 0 && (
          <div className="mb-4">
            <Notice>{describeError(update.error)}</Notice>
          </div>
        )}
        <div className="grid gap-4 @xl:grid-cols-2">
          <TextField
            label={words.name}
            maxLength={255}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            error={errors['name']}
          />
          <CurrencyField
            value={draft.default_currency}
            onChange={(next) => change({ default_currency: next })}
            error={errors['default_currency']}
          />
          <div className="@xl:col-span-2">
            <TextField
              label={words.description}
              optional={common.optional}
              autoComplete="off"
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          </div>
          <div className="@xl:col-span-2">
            <Switch
              label={words.isDefault}
              hint={words.isDefaultHint}
              checked={draft.is_default}
              onChange={(next) => change({ is_default: next })}
            />
          </div>
        </div>
      </Panel>
      <SaveBar isChanged={isChanged} busy={update.isPending} onDiscard={discard} />
    </form>
  )
}
