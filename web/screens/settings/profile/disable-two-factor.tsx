import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { PasswordField } from '#web/parts/password-field.tsx'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'

export function DisableTwoFactor({ onClose }: { onClose: () => void }) {
  const { common } = useWords()
  const { twoFactor: words, profile } = useSettingsWords()
  const disable = useAct('disable_two_factor', {
    quiet: true,
    refreshes: ['get_profile', 'list_members'],
    onSuccess: () => {
      onClose()
      toast.good(words.disabled)
    },
  })
  const complaint = 'password' in fieldErrors(disable.error) && words.wrongPassword
  return (
    <form
      noValidate
      onSubmit={submitted(({ password = '' }) => disable.mutate({ password }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {disable.error && !complaint && <Notice>{explain(disable.error)}</Notice>}
          <PasswordField
            label={profile.current}
            name="password"
            autoComplete="current-password"
            autoFocus
            error={complaint}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="danger" type="submit" busy={disable.isPending}>
          {words.turnOff}
        </Button>
      </DialogFooter>
    </form>
  )
}
