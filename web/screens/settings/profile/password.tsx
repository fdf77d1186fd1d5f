import { useState } from 'react'
import { useSession } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
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
  const { save, errors, problem, isPending } = useSave('change_password', {
    invalidates: ['list_sessions'],
    onSaved: onClose,
    message: () => words.changed,
  })
  return (
    <DialogForm
      onSubmit={({ current_password = '', password = '' }) => save({ current_password, password })}
      onCancel={onClose}
      submit={words.change}
      busy={isPending}
      problem={problem}
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
