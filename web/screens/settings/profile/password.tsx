import { useState } from 'react'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useSession } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useProfileWords } from './words.ts'

export function Password() {
  const words = useProfileWords()
  const [isOpen, open] = useState(false)
  const close = () => open(false)
  const change = (
    <Button look="outline" aria-haspopup="dialog" onClick={() => open(true)}>
      {words.change}
    </Button>
  )
  return (
    <>
      <Panel title={words.password} hint={words.passwordHint} aside={change} />
      <Dialog open={isOpen} onClose={close} title={words.change}>
        <ChangeForm onClose={close} />
      </Dialog>
    </>
  )
}

function ChangeForm({ onClose }: { onClose: () => void }) {
  const words = useProfileWords()
  const { user } = useSession()
  const change = useAct('change_password', {
    silent: true,
    invalidates: ['list_sessions'],
    onSuccess: () => {
      onClose()
      toast.good(words.changed)
    },
  })
  const errors = fieldErrors(change.error)
  return (
    <DialogForm
      onSubmit={({ current_password = '', password = '' }) => change.mutate({ current_password, password })}
      onCancel={onClose}
      submit={words.change}
      busy={change.isPending}
      problem={change.error && Object.keys(errors).length === 0 && describeError(change.error)}
    >
      {/* Password managers store the new password under this user name. */}
      <input type="hidden" name="email" autoComplete="username" value={user.email} readOnly />
      <PasswordField
        label={words.current}
        name="current_password"
        autoComplete="current-password"
        autoFocus
        error={errors['current_password']}
      />
      <PasswordField
        label={words.next}
        hint={words.nextHint}
        name="password"
        autoComplete="new-password"
        error={errors['password']}
      />
    </DialogForm>
  )
}
