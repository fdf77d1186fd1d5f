import type { LeadFormField } from '#contract/records/lead-form.ts'
import type { FormDraft } from './form-draft.ts'
import { useLeadFormWords } from './words.ts'

/** A static preview of the form. */
export function FormPreview({ draft: { name, fields } }: { draft: FormDraft }) {
  const words = useLeadFormWords()
  return (
    <figure className="mb-5">
      <figcaption className="mb-2 text-sm font-medium text-ink-2">{words.preview}</figcaption>
      <div inert className="grid gap-3 rounded-xl bg-surface p-5 shadow-sheet select-none">
        <div className="text-lg font-semibold wrap-anywhere">{name || words.one}</div>
        {fields.map((field, index) => (
          <PreviewField key={index} field={field} />
        ))}
        <div className="rounded-lg bg-accent py-2 text-center text-sm font-medium text-on-accent">
          {words.previewSend}
        </div>
      </div>
    </figure>
  )
}

function PreviewField({ field: { key, label, type, required } }: { field: LeadFormField }) {
  const words = useLeadFormWords()
  const text = (
    <span className="text-sm font-medium wrap-anywhere">
      {label ?? words.previewLabels[key] ?? key}{' '}
      {required && <span className="font-normal text-ink-3">{words.previewNeeded}</span>}
    </span>
  )
  if (type === 'checkbox')
    return (
      <div className="flex items-start gap-2">
        <span className="mt-0.5 size-4 shrink-0 rounded ring-1 ring-edge ring-inset" />
        {text}
      </div>
    )
  return (
    <div className="grid gap-1">
      {text}
      <div
        className={`rounded-lg px-2.5 py-1.5 text-sm text-ink-3 ring-1 ring-edge ring-inset ${type === 'long_text' ? 'h-20' : 'h-9'}`}
      >
        {type === 'choice' && words.previewChoose}
      </div>
    </div>
  )
}
