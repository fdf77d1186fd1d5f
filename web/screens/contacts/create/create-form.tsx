import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Input } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
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
  const { create: words } = useContactsScreenWords()
  const { fields } = useContactWords()
  const [labels, setLabels] = useState<string[]>([])
  const { save, error, errors, isPending } = useCreate(onClose)
  const send = (texts: Record<string, string>) => save(toInput(texts, labels))

  return (
    <DialogForm onSubmit={send} onCancel={onClose} submit={words.submit} busy={isPending}>
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <Refusal error={error} onLeave={onClose} />
        {inputs.map(({ name, type }) => (
          <div key={name} className={name === 'name' ? 'sm:col-span-2' : ''}>
            <TextField
              label={fields[name]}
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
    </DialogForm>
  )
}

function useCreate(onClose: () => void) {
  const { create: words } = useContactsScreenWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useSave('create_contact', {
    invalidates: ['search_contacts', 'list_duplicate_contacts'],
    message: ({ name }) => words.done(name),
    onSaved: ({ id: contact_id }) => {
      onClose()
      void navigate({ to: '/app/$account_id/contacts/$contact_id', params: { account_id, contact_id } })
    },
  })
}

/** Empty fields are left out. */
function toInput(texts: Record<string, string>, labels: string[]) {
  const filled = Object.entries(texts).filter(([, text]) => text.trim())
  return { ...Object.fromEntries(filled), ...(labels.length > 0 && { labels }) } as Input<'create_contact'>
}
