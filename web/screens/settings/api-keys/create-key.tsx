import { useState } from 'react'
import { scopes as allScopes, type KeyRole, type Scope } from '#contract/permissions.ts'
import type { Output } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct, useRead } from '#web/query.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckList } from '#web/ui/check-list.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { useApiKeyWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; onMade: (made: Output<'create_api_key'>) => void }

export function CreateKey({ open, onClose, onMade }: Props) {
  const { common } = useWords()
  const words = useApiKeyWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.create} description={words.createHint} closeLabel={common.close}>
      <Form onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

const DAY = 86_400_000

function Form({ onClose, onMade }: Omit<Props, 'open'>) {
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
    quiet: true,
    refreshes: ['list_api_keys'],
    onSuccess: (made) => {
      onClose()
      onMade(made)
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
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {create.error && !errors['name'] && <Notice>{explain(create.error)}</Notice>}
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
