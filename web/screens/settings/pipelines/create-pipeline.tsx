import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Pipeline } from '#contract/records/crm.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CurrencyField } from './currency-field.tsx'
import { usePipelineSettingsWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

export function CreatePipeline({ open, onClose }: Props) {
  const { common } = useWords()
  const words = usePipelineSettingsWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.create} description={words.createHint} closeLabel={common.close}>
      <Form onClose={onClose} />
    </Dialog>
  )
}

function Form({ onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const words = usePipelineSettingsWords()
  const { id: account_id, default_currency: usual } = useAccount()
  const navigate = useNavigate()
  const [kind, setKind] = useState<Pipeline['kind']>('opportunities')
  const [default_currency, setCurrency] = useState(usual)
  const [is_default, setDefault] = useState(false)
  const create = useAct('create_pipeline', {
    quiet: true,
    refreshes: ['crm_list_pipelines'],
    onSuccess: ({ id: pipeline_id, name }) => {
      onClose()
      toast.good(words.created(name))
      void navigate({ to: '/app/$account_id/settings/pipelines/$pipeline_id', params: { account_id, pipeline_id } })
    },
  })
  const errors = fieldErrors(create.error)
  const kinds = Object.fromEntries(
    (['opportunities', 'leads', 'mixed'] as const).map((each) => [
      each,
      { label: words.kinds[each], hint: words.kindHints[each] },
    ]),
  ) as Record<Pipeline['kind'], { label: string; hint: string }>
  return (
    <form
      noValidate
      onSubmit={submitted(({ name = '' }) => create.mutate({ name: name.trim(), kind, default_currency, is_default }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {create.error && !errors['name'] && <Notice>{explain(create.error)}</Notice>}
          <TextField
            label={words.name}
            name="name"
            maxLength={255}
            autoComplete="off"
            autoFocus
            error={errors['name']}
          />
          <RadioCards label={words.kind} value={kind} choices={kinds} onChange={setKind} />
          <CurrencyField value={default_currency} onChange={setCurrency} error={errors['default_currency']} />
          <Switch label={words.isDefault} hint={words.isDefaultHint} checked={is_default} onChange={setDefault} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={create.isPending}>
          {words.create}
        </Button>
      </DialogFooter>
    </form>
  )
}
