import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Input } from '#web/api.ts'
import { fieldErrors, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { ChooseLabels } from './choose-labels.tsx'
import { Refusal } from './refusal.tsx'

const inputs = [
  { name: 'name', type: 'text' },
  { name: 'phone_number', type: 'tel' },
  { name: 'email', type: 'email' },
  { name: 'company_name', type: 'text' },
  { name: 'job_title', type: 'text' },
  { name: 'city', type: 'text' },
  { name: 'country', type: 'text' },
] as const

export function CreateForm({ onClose }: { onClose: () => void }) {
  const { contacts: words, common } = useWords()
  const [labels, setLabels] = useState<string[]>([])
  const create = useCreate(onClose)
  const errors = fieldErrors(create.error)
  const send = (texts: Record<string, string>) => create.mutate(asInput(texts, labels))

  return (
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
          <Refusal error={create.error} onLeave={onClose} />
          {inputs.map(({ name, type }) => (
            <div key={name} className={name === 'name' ? 'sm:col-span-2' : ''}>
              <TextField
                label={words.fields[name]}
                name={name}
                type={type}
                autoComplete="off"
                autoFocus={name === 'name'}
                error={errors[name]}
              />
            </div>
          ))}
          <ChooseLabels value={labels} onChange={setLabels} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={create.isPending}>
          {words.create.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}

function useCreate(onClose: () => void) {
  const { contacts: words } = useWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useAct('create_contact', {
    quiet: true,
    refreshes: ['search_contacts', 'list_duplicate_contacts'],
    onSuccess: ({ id: contact_id, name }) => {
      onClose()
      toast.good(words.create.done(name))
      void navigate({ to: '/app/$account_id/contacts/$contact_id', params: { account_id, contact_id } })
    },
  })
}

/** What was left empty is not sent. */
function asInput(texts: Record<string, string>, labels: string[]) {
  const filled = Object.entries(texts).filter(([, text]) => text.trim())
  return { ...Object.fromEntries(filled), ...(labels.length > 0 && { labels }) } as Input<'create_contact'>
}
