import { useState } from 'react'
import { Copy } from '#web/ui/icons.ts'
import type { Output } from '#web/app/api.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useProfileWords, useTwoFactorWords } from './words.ts'

type Props = { onEnabled: (codes: string[]) => void; onClose: () => void }

/** The password shows the QR code; confirming a code turns it on and shows the recovery codes. */
export function EnableTwoFactor({ onEnabled, onClose }: Props) {
  const [begun, setBegun] = useState<Output<'begin_two_factor'>>()
  return begun ? (
    <Confirm {...begun} onEnabled={onEnabled} onClose={onClose} />
  ) : (
    <Begin onBegun={setBegun} onClose={onClose} />
  )
}

function Begin({ onBegun, onClose }: { onBegun: (begun: Output<'begin_two_factor'>) => void; onClose: () => void }) {
  const words = useTwoFactorWords()
  const profile = useProfileWords()
  const begin = useAct('begin_two_factor', { silent: true, onSuccess: onBegun })
  const complaint = 'password' in fieldErrors(begin.error) && words.wrongPassword
  return (
    <DialogForm
      onSubmit={({ password = '' }) => begin.mutate({ password })}
      onCancel={onClose}
      submit={words.next}
      busy={begin.isPending}
      problem={begin.error && !complaint && describeError(begin.error)}
    >
      <p className="text-sm text-ink-2">{words.enableHint}</p>
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

function Confirm({ onEnabled, onClose, ...begun }: Props & Output<'begin_two_factor'>) {
  const words = useTwoFactorWords()
  const enable = useAct('enable_two_factor', {
    silent: true,
    invalidates: ['get_profile', 'list_sessions', 'list_members'],
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes),
  })
  const { code: complaint } = fieldErrors(enable.error)
  return (
    <DialogForm
      onSubmit={({ code = '' }) => enable.mutate({ code: code.replaceAll(/\s/g, '') })}
      onCancel={onClose}
      submit={words.confirm}
      busy={enable.isPending}
      problem={enable.error && !complaint && describeError(enable.error)}
    >
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
        <QrCode text={begun.otpauth_url} label={words.picture} />
        <div className="min-w-0 text-sm">
          <p className="font-medium">{words.scan}</p>
          <p className="mt-0.5 text-ink-2">{words.scanHint}</p>
          <Secret {...begun} />
        </div>
      </div>
      <TextField
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        autoFocus
        error={complaint}
      />
    </DialogForm>
  )
}

/** For setting it up on the phone itself, or without scanning. */
function Secret({ secret, otpauth_url }: Output<'begin_two_factor'>) {
  const { common } = useWords()
  const words = useTwoFactorWords()
  const copy = useCopy()
  return (
    <>
      <p className="mt-3 text-ink-2">{words.secret}</p>
      <div className="mt-1 flex items-center gap-1">
        <code className="rounded-md bg-sunken px-2 py-1 font-mono text-sm break-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <IconButton size="sm" label={common.copy} onClick={() => copy(secret)}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </div>
      <a href={otpauth_url} className="mt-2 inline-block font-medium text-accent-text underline">
        {words.openApp}
      </a>
    </>
  )
}
