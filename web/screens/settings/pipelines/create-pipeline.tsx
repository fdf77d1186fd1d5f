import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Pipeline } from '#contract/records/crm.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { CurrencyField } from './currency-field.tsx'
import { usePipelineSettingsWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

export function CreatePipeline({ open, onClose }: Props) {
  const words = usePipelineSettingsWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.create} description={words.createHint}>
      <Form onClose={onClose} />
    </Dialog>
  )
}

function Form({ onClose }: Omit<Props, 'open'>) {
  const words = usePipelineSettingsWords()
  const { id: account_id, default_currency: usual } = useAccount()
  const navigate = useNavigate()
  const [kind, setKind] = useState<Pipeline['kind']>('opportunities')
  const [default_currency, setCurrency] = useState(usual)
  const [is_default, setDefault] = useState(false)
  const { save, error, errors, isPending } = useSave('create_pipeline', {
    invalidates: ['crm_list_pipelines'],
    message: ({ name }) => words.created(name),
    onSaved: ({ id: pipeline_id }) => {
      onClose()
      void navigate({ to: '/app/$account_id/settings/pipelines/$pipeline_id', params: { account_id, pipeline_id } })
    },
  })
  const kinds = Object.fromEntries(
    (['opportunities', 'leads', 'mixed'] as const).map((each) => [
      each,
      { label: words.kinds[each], hint: words.kindHints[each] },
    ]),
  ) as Record<Pipeline['kind'], { label: string; hint: string }>
  return (
    <DialogForm
      onSubmit={({ name = '' }) => save({ name: name.trim(), kind, default_currency, is_default })}
      onCancel={onClose}
      submit={words.create}
      busy={isPending}
      problem={error && !errors['name'] && describeError(error)}
    >
      <TextField label={words.name} name="name" maxLength={255} autoComplete="off" autoFocus error={errors['name']} />
      <RadioCards label={words.kind} value={kind} choices={kinds} onChange={setKind} />
      <CurrencyField value={default_currency} onChange={setCurrency} error={errors['default_currency']} />
      <Switch label={words.isDefault} hint={words.isDefaultHint} checked={is_default} onChange={setDefault} />
    </DialogForm>
  )
}
