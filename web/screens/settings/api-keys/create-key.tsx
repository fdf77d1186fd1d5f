import { useState } from 'react'
import { scopes as allScopes, type KeyRole, type Scope } from '#contract/permissions.ts'
import type { Output } from '#web/app/api.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useSession } from '#web/app/session.ts'
import { CheckList } from '#web/ui/check-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useApiKeyWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; onCreated: (created: Output<'create_api_key'>) => void }

export function CreateKey({ open, onClose, onCreated }: Props) {
  const words = useApiKeyWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.create} description={words.createHint}>
      <Form onClose={onClose} onCreated={onCreated} />
    </Dialog>
  )
}

const DAY = 86_400_000

function Form({ onClose, onCreated }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const words = useApiKeyWords()
  const { user } = useSession()
  const members = useRead('list_members', {}).data?.items ?? []
  const [role, setRole] = useState<KeyRole>('full')
  const [scopes, setScopes] = useState<string[]>([])
  const [user_id, setUser] = useState(user.id)
  const [expiry, setExpiry] = useState<keyof typeof words.expiries>('never')
  const [isShort, complain] = useState(false)
  const create = useAct('create_api_key', {
    silent: true,
    invalidates: ['list_api_keys'],
    onSuccess: (created) => {
      onClose()
      onCreated(created)
    },
  })
  const errors = fieldErrors(create.error)
  const send = ({ name = '' }: Record<string, string>) => {
    const lacks = role === 'custom' && scopes.length === 0
    complain(lacks)
    if (lacks) return
    create.mutate({
      name,
      role,
      user_id,
      ...(role === 'custom' && { scopes: scopes as Scope[] }),
      ...(expiry !== 'never' && { expires_at: new Date(Date.now() + Number(expiry) * DAY).toISOString() }),
    })
  }
  const active = members.filter(({ deactivated_at }) => !deactivated_at)
  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={common.create}
      busy={create.isPending}
      problem={create.error && !errors['name'] && describeError(create.error)}
    >
      <TextField
        label={words.name}
        name="name"
        placeholder={words.namePlaceholder}
        maxLength={255}
        autoComplete="off"
        autoFocus
        error={errors['name']}
      />
      <RadioCards
        label={words.role}
        value={role}
        onChange={setRole}
        choices={{
          full: { label: words.roles.full, hint: words.roleHints.full },
          read_only: { label: words.roles.read_only, hint: words.roleHints.read_only },
          custom: { label: words.roles.custom, hint: words.roleHints.custom },
        }}
      />
      {role === 'custom' && (
        <>
          <CheckList
            label={words.scopes}
            value={scopes}
            choices={allScopes.map((id) => ({ id, name: words.scopeNames[id] }))}
            onChange={setScopes}
          />
          {isShort && scopes.length === 0 && <Notice>{words.scopesNeeded}</Notice>}
        </>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <PickerField
          label={words.actsFor}
          hint={words.actsForHint}
          search={words.find}
          nothing={words.nothing}
          value={user_id}
          choices={active.map(({ id, name, email }) => ({ id, name, hint: email }))}
          onChange={setUser}
          error={errors['user_id']}
        />
        <SelectField label={words.expiry} value={expiry} choices={words.expiries} onChange={setExpiry} />
      </div>
    </DialogForm>
  )
}
