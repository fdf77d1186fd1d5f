import { useState } from 'react'
import { isMailPreset, type MailPreset } from '#web/screens/settings/inboxes/connection/mail-servers.ts'
import { TextField } from '#web/ui/field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useGuideWords } from './words.ts'

/** The mail servers: of a known provider, or by name and port. */
export function MailInputs({ errors }: { errors: Readonly<Record<string, string>> }) {
  const { mail: words } = useGuideWords()
  const [preset, setPreset] = useState<MailPreset | 'other'>('gmail')
  const [receiving, setReceiving] = useState<'imap' | 'forwarding'>('imap')
  const kinds = receiving === 'imap' ? (['imap', 'smtp'] as const) : (['smtp'] as const)
  return (
    <>
      <input type="hidden" name="preset" value={preset} />
      <input type="hidden" name="receiving" value={receiving} />
      <SelectField label={words.provider} value={preset} choices={words.presets} onChange={setPreset} />
      <RadioCards
        label={words.receiving}
        value={receiving}
        choices={{ imap: { label: words.ways.imap }, forwarding: { label: words.ways.forwarding } }}
        onChange={setReceiving}
      />
      {!isMailPreset(preset) && (
        <>
          {kinds.map((kind) => (
            <div key={kind} className="grid gap-4 sm:grid-cols-[1fr_8rem]">
              <TextField
                label={words[`${kind}_host`]}
                name={`${kind}_host`}
                autoComplete="off"
                error={errors[`credentials/${kind}/host`]}
              />
              <TextField
                label={words[`${kind}_port`]}
                name={`${kind}_port`}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={kind === 'imap' ? '993' : '465'}
                error={errors[`credentials/${kind}/port`]}
              />
            </div>
          ))}
          <TextField label={words.user} hint={words.userHint} name="user" autoComplete="off" />
        </>
      )}
    </>
  )
}
