import { useState } from 'react'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { PasswordField } from '#web/parts/password-field.tsx'
import { useAct } from '#web/query.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'

export function Password() {
  const { common } = useWords()
  const { profile: words } = useSettingsWords()
  const [isOpen, open] = useState(false)
  const close = () => open(false)
  const change = (
    <Button look="outline" onClick={() => open(true)}>
      {words.change}
    </Button>
  )
  return (
    <>
      <Panel title={words.password} hint={words.passwordHint} aside={change} />
      <Dialog open={isOpen} onClose={close} title={words.change} closeLabel={common.close}>
        <ChangeForm onClose={close} />
      </Dialog>
    </>
  )
}

function ChangeForm({ onClose }: { onClose: () => void }) {
  const { common } = useWords()
  const { profile: words } = useSettingsWords()
  const { user } = useSession()
  const change = useAct('change_password', {
    quiet: true,
    refreshes: ['list_sessions'],
    onSuccess: () => {
      onClose()
      toast.good(words.changed)
    },
  })
  const errors = fieldErrors(change.error)
  return (
    <form
      noValidate
      onSubmit={submitted(({ current_password = '', password = '' }) => change.mutate({ current_password, password }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {change.error && Object.keys(errors).length === 0 && <Notice>{explain(change.error)}</Notice>}
          {/* Password managers file the new password under this name. */}
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={change.isPending}>
          {words.change}
        </Button>
      </DialogFooter>
    </form>
  )
}
