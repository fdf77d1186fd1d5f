import { useState } from 'react'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DisableTwoFactor } from './disable-two-factor.tsx'
import { EnableTwoFactor } from './enable-two-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useTwoFactorWords } from './words.ts'

/** The status of two-step verification, and its switch. */
export function TwoFactor() {
  const words = useTwoFactorWords()
  const { data, error, refetch } = useRead('get_profile', {})
  const [isOpen, open] = useState<'enable' | 'disable'>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => open(undefined)
  const forget = () => {
    close()
    setCodes(undefined)
  }
  const switching = data?.two_factor ? (
    <Button look="outline" aria-haspopup="dialog" onClick={() => open('disable')}>
      {words.turnOff}
    </Button>
  ) : (
    <Button look="primary" disabled={!data} aria-haspopup="dialog" onClick={() => open('enable')}>
      {words.turnOn}
    </Button>
  )
  return (
    <Panel title={words.title} hint={words.hint} aside={switching}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed} rows={1}>
        {({ two_factor, recovery_codes }) => (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
            <Badge tone={two_factor ? 'good' : 'plain'}>{two_factor ? words.on : words.off}</Badge>
            {two_factor && words.codesLeft(recovery_codes)}
          </p>
        )}
      </Loaded>
      <Dialog
        open={isOpen === 'enable'}
        onClose={close}
        title={codes ? words.codesTitle : words.title}
        firm={Boolean(codes)}
      >
        {codes ? (
          <RecoveryCodes codes={codes} onKept={forget} />
        ) : (
          <EnableTwoFactor onEnabled={setCodes} onClose={close} />
        )}
      </Dialog>
      <Dialog open={isOpen === 'disable'} onClose={close} title={words.disableTitle} description={words.disableHint}>
        <DisableTwoFactor onClose={close} />
      </Dialog>
    </Panel>
  )
}
