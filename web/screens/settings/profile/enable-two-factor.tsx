import { useEffect, useEffectEvent } from 'react'
import { Copy } from 'lucide-react'
import type { Output } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { useSettingsWords } from '#web/screens/settings/words.ts'

type Props = { onEnabled: (codes: string[]) => void; onClose: () => void }

/** Scan, and write the code: then it is on, and the codes for the day the phone is lost are there. */
export function EnableTwoFactor({ onEnabled, onClose }: Props) {
  const { common } = useWords()
  const { twoFactor: words } = useSettingsWords()
  const begun = useBegun()
  const enable = useAct('enable_two_factor', {
    quiet: true,
    refreshes: ['get_profile', 'list_sessions', 'list_members'],
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes),
  })
  const { code: complaint } = fieldErrors(enable.error)
  const failure = begun.error ?? (enable.error && !complaint ? enable.error : null)

  return (
    <form
      noValidate
      onSubmit={submitted(({ code = '' }) => enable.mutate({ code: code.replaceAll(/\s/g, '') }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {failure && <Notice>{explain(failure)}</Notice>}
          <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
            {begun.data ? (
              <QrCode text={begun.data.otpauth_url} label={words.picture} />
            ) : (
              <Skeleton className="size-44 shrink-0 rounded-xl!" />
            )}
            <div className="min-w-0 text-sm">
              <p className="font-medium">{words.scan}</p>
              <p className="mt-0.5 text-ink-2">{words.scanHint}</p>
              {begun.data && <Secret {...begun.data} />}
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={enable.isPending} disabled={!begun.data}>
          {words.confirm}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** For who reads this on the phone itself, or cannot scan. */
function Secret({ secret, otpauth_url }: Output<'begin_two_factor'>) {
  const { common } = useWords()
  const { twoFactor: words } = useSettingsWords()
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

/** A new secret is made once, when the window opens. */
function useBegun() {
  const begin = useAct('begin_two_factor', { quiet: true })
  const start = useEffectEvent(() => begin.mutate({}))
  useEffect(() => start(), [])
  return begin
}
