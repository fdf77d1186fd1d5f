import { useNavigate } from '@tanstack/react-router'
import type { LeadForm } from '#contract/records/lead-form.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { embedCode } from './embed-code.ts'
import { asInput, newForm, readForm, type FormDraft } from './form-draft.ts'
import { FormPreview } from './form-preview.tsx'
import { PlaceFields } from './place-fields.tsx'
import { QuestionsEditor } from './questions-editor.tsx'
import { useLeadFormWords } from './words.ts'

/** The form's editor, with a preview. */
export function FormEditor({ form }: { form?: LeadForm }) {
  const { common } = useWords()
  const words = useLeadFormWords()
  const { draft, isChanged, change, discard } = useDraft(form ? readForm(form) : newForm)
  const { save, error, isPending } = useSave(form, discard)
  const errors = fieldErrors(error)
  return (
    <div className="grid grid-cols-1 gap-x-8 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
      <form noValidate onSubmit={handleSubmit(() => save(draft))} className="min-w-0">
        {error && Object.keys(errors).length === 0 && (
          <div className="mb-4">
            <Notice>{describeError(error)}</Notice>
          </div>
        )}
        <div className="mb-5">
          <TextField
            label={words.name}
            hint={words.nameHint}
            maxLength={255}
            autoComplete="off"
            autoFocus={!form}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            error={errors['name']}
          />
        </div>
        <Panel title={words.fields} hint={words.fieldsHint}>
          <QuestionsEditor value={draft.fields} onChange={(fields) => change({ fields })} errors={errors} />
        </Panel>
        <Panel title={words.place} hint={words.placeHint}>
          <PlaceFields draft={draft} onChange={change} errors={errors} />
        </Panel>
        <Panel title={words.after}>
          <div className="grid gap-4">
            <TextArea
              label={words.thanks}
              placeholder={words.thanksPlaceholder}
              rows={2}
              value={draft.thanks_message}
              onChange={(event) => change({ thanks_message: event.target.value })}
              error={errors['thanks_message']}
            />
            <TextField
              label={words.redirect}
              optional={common.optional}
              hint={words.redirectHint}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={draft.redirect_url}
              onChange={(event) => change({ redirect_url: event.target.value })}
              error={errors['redirect_url'] && words.problems.redirect}
            />
          </div>
        </Panel>
        <SaveBar isChanged={isChanged} busy={isPending} onDiscard={discard} />
      </form>
      <div className="min-w-0">
        <FormPreview draft={draft} />
        {form && <Share form={form} />}
      </div>
    </div>
  )
}

function Share({ form }: { form: LeadForm }) {
  const words = useLeadFormWords()
  return (
    <Panel title={words.share} hint={words.linkHint}>
      <CodeBlock label={words.link} code={form.url} copyLabel={words.copyLink} />
      <h3 className="mt-5 mb-0.5 text-sm font-medium">{words.embed}</h3>
      <p className="mb-2 text-xs text-pretty text-ink-3">{words.embedHint}</p>
      <CodeBlock
        label="HTML"
        code={embedCode(form, { labels: words.previewLabels, send: words.previewSend })}
        copyLabel={words.copyCode}
      />
    </Panel>
  )
}

/** Creates or updates the form from the draft. */
function useSave(form: LeadForm | undefined, onSaved: () => void) {
  const words = useLeadFormWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const patch = usePatchRead()
  const options = {
    silent: true,
    invalidates: ['list_lead_forms'],
    onSuccess: (saved: LeadForm) => {
      patch('get_lead_form', { lead_form_id: saved.id }, () => saved)
      onSaved()
      toast.good(words.saved)
      const params = { account_id, lead_form_id: saved.id }
      if (!form) void navigate({ to: '/app/$account_id/settings/lead-forms/$lead_form_id', params, replace: true })
    },
  } as const
  const create = useAct('create_lead_form', options)
  const update = useAct('update_lead_form', options)
  const { error, isPending } = form ? update : create
  const save = (draft: FormDraft) => {
    if (form) update.mutate({ lead_form_id: form.id, ...asInput(draft) })
    else create.mutate(asInput(draft))
  }
  return { save, error, isPending }
}
