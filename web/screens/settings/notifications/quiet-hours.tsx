import { useState } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { Preferences } from './use-preferences.ts'
import { useNotificationsWords } from './words.ts'

type Value = Preferences['quiet_hours']

/** Daily hours without announcements, in the time zone of this browser. */
export function QuietHours({ value, onChange }: { value: Value; onChange: (value: Value) => void }) {
  const words = useNotificationsWords()
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const turn = (isOn: boolean) => onChange(isOn ? { from: '20:00', to: '07:00', time_zone } : null)
  return (
    <>
      <Switch label={words.quietOn} checked={value !== null} onChange={turn} />
      {value && (
        <Times
          key={`${value.from} ${value.to}`}
          value={value}
          onChange={(times) => onChange({ ...times, time_zone })}
        />
      )}
    </>
  )
}

type Times = { from: string; to: string }

function Times({ value, onChange }: { value: NonNullable<Value>; onChange: (times: Times) => void }) {
  const words = useNotificationsWords()
  const [times, write] = useState<Times>({ from: value.from, to: value.to })
  const isSame = times.from === times.to
  const keep = () => {
    const isChanged = times.from !== value.from || times.to !== value.to
    if (isChanged && !isSame && times.from && times.to) onChange(times)
  }
  const field = (name: keyof Times, error?: string) => (
    <TextField
      label={words[name]}
      type="time"
      required
      value={times[name]}
      onChange={({ target }) => write({ ...times, [name]: target.value })}
      onBlur={keep}
      error={error}
    />
  )
  return (
    <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2">
      {field('from')}
      {field('to', isSame ? words.same : undefined)}
      <p className="col-span-2 text-xs text-ink-3">{words.zone(value.time_zone.replaceAll('_', ' '))}</p>
    </div>
  )
}
