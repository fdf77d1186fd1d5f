import { useState } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ExternalLink, Trash2 } from '#web/ui/icons.ts'
import type { LeadForm } from '#contract/records/lead-form.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { BackLink } from '#web/screens/settings/frame/back-link.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { DeleteForm } from './delete-form.tsx'
import { FormEditor } from './form-editor.tsx'
import { useLeadFormWords } from './words.ts'

export function LeadFormPage() {
  const words = useLeadFormWords()
  const { lead_form_id = '' } = useParams({ strict: false })
  const isNew = lead_form_id === 'new'
  const { data, error, refetch } = useRead('get_lead_form', { lead_form_id }, { enabled: !isNew })
  return (
    <Section
      title={isNew ? words.create : (data?.name ?? words.one)}
      back={<BackLink to="/app/$account_id/settings/lead-forms" label={words.back} />}
      actions={data && <Actions form={data} />}
    >
      {isNew ? (
        <FormEditor key="new" />
      ) : (
        <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable}>
          {(form) => <FormEditor key={form.id} form={form} />}
        </Loaded>
      )}
    </Section>
  )
}

function Actions({ form }: { form: LeadForm }) {
  const words = useLeadFormWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const patch = usePatchRead()
  const [deleted, remove] = useState<LeadForm>()
  const update = useAct('update_lead_form', { invalidates: ['list_lead_forms'] })
  const setActive = (active: boolean) => {
    const revert = patch('get_lead_form', { lead_form_id: form.id }, (current) => current && { ...current, active })
    update.mutate({ lead_form_id: form.id, active }, { onError: revert })
  }
  return (
    <>
      <span aria-hidden className="text-sm text-ink-2 max-sm:hidden">
        {form.active ? words.open : words.closed}
      </span>
      <Switch bare label={words.active(form.name)} checked={form.active} onChange={setActive} />
      <a href={form.url} target="_blank" rel="noreferrer" className={buttonClass('outline')}>
        <ExternalLink size={15} aria-hidden />
        <span className="max-sm:sr-only">{words.visit}</span>
      </a>
      <IconButton label={words.delete} onClick={() => remove(form)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
      <DeleteForm
        form={deleted}
        onClose={() => remove(undefined)}
        onDeleted={() => void navigate({ to: '/app/$account_id/settings/lead-forms', params: { account_id } })}
      />
    </>
  )
}
