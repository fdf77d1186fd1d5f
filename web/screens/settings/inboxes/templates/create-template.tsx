import { useState } from 'react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { backClass, Section } from '#web/screens/settings/frame/section.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { ArrowLeft } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ButtonFields } from './button-fields.tsx'
import { HeaderField } from './header-field.tsx'
import { TemplateBubble } from './template-bubble.tsx'
import {
  categories,
  emptyTemplate,
  exampleFields,
  findProblems,
  type TemplateDraft,
  toTemplate,
} from './template-draft.ts'

/** Writes a template and submits it for approval, with a preview beside it. */
export function CreateTemplate() {
  const { templates: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const { inbox_id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const place = {
    to: '/app/$account_id/settings/inboxes/$inbox_id',
    params: { account_id, inbox_id },
    search: { tab: 'templates' },
  } as const
  const [draft, setDraft] = useState(emptyTemplate)
  const [isRefused, refuse] = useState(false)
  const create = useAct('create_inbox_template', {
    silent: true,
    invalidates: ['list_inbox_templates'],
    onSuccess: () => {
      toast.good(words.submitted)
      void navigate(place)
    },
  })
  const submit = () => {
    if (findProblems(draft).length > 0) return refuse(true)
    create.mutate(toTemplate(inbox_id, draft))
  }
  const back = (
    <Link {...place} aria-label={words.back} className={backClass}>
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
  return (
    <Section title={words.create} hint={words.createHint} back={back}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <form noValidate onSubmit={handleSubmit(submit)} className="grid grid-cols-1 gap-4">
          {create.error && <Notice>{describeError(create.error)}</Notice>}
          <Fields
            draft={draft}
            problems={isRefused ? findProblems(draft) : []}
            errors={fieldErrors(create.error)}
            onChange={(more) => setDraft({ ...draft, ...more })}
          />
          <div>
            <Button look="primary" size="lg" type="submit" busy={create.isPending}>
              {words.submit}
            </Button>
          </div>
        </form>
        <div className="lg:sticky lg:top-0 lg:self-start">
          <h2 className="mb-2 text-sm font-medium">{words.preview}</h2>
          <TemplateBubble draft={draft} />
        </div>
      </div>
    </Section>
  )
}

type Props = {
  draft: TemplateDraft
  problems: readonly string[]
  errors: Readonly<Record<string, string>>
  onChange: (more: Partial<TemplateDraft>) => void
}

function Fields({ draft, problems, errors, onChange }: Props) {
  const { templates: words } = useInboxWords()
  const { name, language, category, body, footer, buttons, examples } = draft
  const exampleLabel = (field: string) => {
    const [part, key] = field.split('.')
    return part === 'button' ? words.buttonExample(Number(key) + 1) : words.example(`{{${key}}}`)
  }
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        maxLength={512}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
        error={errors['name'] ?? (problems.includes('name') && words.nameMissing)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.language}
          value={language as keyof typeof words.languages}
          choices={words.languages}
          onChange={(chosen) => onChange({ language: chosen })}
        />
        <SelectField
          label={words.category}
          hint={words.categoryHints[category]}
          value={category}
          choices={categories.map((each) => [each, words.categories[each]] as const)}
          onChange={(chosen) => onChange({ category: chosen })}
        />
      </div>
      <HeaderField draft={draft} isRefused={problems.includes('header')} onChange={onChange} />
      <TextArea
        label={words.body}
        hint={words.bodyHint}
        rows={6}
        maxLength={1024}
        value={body}
        onChange={({ target }) => onChange({ body: target.value })}
        error={problems.includes('body') && words.bodyMissing}
      />
      {exampleFields(draft).map((field) => (
        <TextField
          key={field}
          label={exampleLabel(field)}
          autoComplete="off"
          maxLength={200}
          value={examples[field] ?? ''}
          onChange={({ target }) => onChange({ examples: { ...examples, [field]: target.value } })}
          error={problems.includes('examples') && !examples[field]?.trim() && words.exampleMissing}
        />
      ))}
      <TextField
        label={words.footer}
        optional={words.optional}
        autoComplete="off"
        maxLength={60}
        value={footer}
        onChange={({ target }) => onChange({ footer: target.value })}
      />
      <ButtonFields
        buttons={buttons}
        isRefused={problems.includes('buttons')}
        onChange={(next) => onChange({ buttons: next })}
      />
    </>
  )
}
