import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useProfileWords, useTwoFactorWords } from './words.ts'

export function DisableTwoFactor({ onClose }: { onClose: () => void }) {
  const words = useTwoFactorWords()
  const profile = useProfileWords()
  const disable = useAct('disable_two_factor', {
    silent: true,
    invalidates: ['get_profile', 'list_members'],
    onSuccess: () => {
      onClose()
      toast.good(words.disabled)
    },
  })
  const complaint = 'password' in fieldErrors(disable.error) && words.wrongPassword
  return (
    <DialogForm
      onSubmit={({ password = '' }) => disable.mutate({ password })}
      onCancel={onClose}
      submit={words.turnOff}
      busy={disable.isPending}
      danger
      problem={disable.error && !complaint && describeError(disable.error)}
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
