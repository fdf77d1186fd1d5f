import { describeError } from '#web/app/i18n.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useProfileWords, useTwoFactorWords } from './words.ts'

export function DisableTwoFactor({ onClose }: { onClose: () => void }) {
  const words = useTwoFactorWords()
  const profile = useProfileWords()
  const { save, error, errors, isPending } = useSave('disable_two_factor', {
    invalidates: ['get_profile', 'list_members'],
    onSaved: onClose,
    message: () => words.disabled,
  })
  const complaint = 'password' in errors && words.wrongPassword
  return (
    <DialogForm
      onSubmit={({ password = '' }) => save({ password })}
      onCancel={onClose}
      submit={words.turnOff}
      busy={isPending}
      danger
      problem={error && !complaint && describeError(error)}
    >
      <PasswordField
        label={profile.current}
        name="password"
        autoComplete="current-password"
        autoFocus
        error={complaint}
      />
    </DialogForm>
  )
}
