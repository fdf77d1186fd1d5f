import { useState } from 'react'
import { X } from '#web/ui/icons.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { readDuration, writeDuration } from './duration-text.ts'
import { promises, type Target } from './targets.ts'

type Props = { target: Target; onChange: (target: Target) => void; onRemove: () => void }

/** The targets of one priority. */
export function TargetRow({ target, onChange, onRemove }: Props) {
  const { sla: words } = useInboxWords()
  const name = words.priorities[target.priority ?? 'default']
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 first:pt-0 @xl:grid-cols-[9rem_1fr]">
      <div className="flex items-center justify-between gap-2 @xl:items-start @xl:pt-7.5">
        <h3 className="text-sm font-semibold">{name}</h3>
        {target.priority !== null && (
          <IconButton size="sm" label={words.remove(name)} onClick={onRemove} className="@xl:-mt-1">
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      <div role="group" aria-label={name} className="grid gap-3 @md:grid-cols-3">
        {promises.map((promised) => (
          <TargetTime
            key={promised}
            label={words[promised]}
            minutes={target[promised]}
            onChange={(minutes) => onChange({ ...target, [promised]: minutes })}
          />
        ))}
      </div>
    </li>
  )
}

type TargetTimeProps = {
  label: string
  minutes: number | null
  onChange: (minutes: number | null) => void
}

/** A duration input, normalised on blur. */
function TargetTime({ label, minutes, onChange }: TargetTimeProps) {
  const { sla: words } = useInboxWords()
  const [text, setText] = useState(minutes === null ? '' : writeDuration(minutes))
  const read = text.trim() === '' ? null : readDuration(text)
  const write = (next: string) => {
    setText(next)
    const minutes = next.trim() === '' ? null : readDuration(next)
    if (minutes !== undefined) onChange(minutes)
  }
  return (
    <TextField
      label={label}
      autoComplete="off"
      value={text}
      onChange={(event) => write(event.target.value)}
      onBlur={() => read && setText(writeDuration(read))}
      error={read === undefined ? words.invalid : undefined}
    />
  )
}
