import { useState } from 'react'
import { Field } from '@base-ui/react/field'
import { cx } from '#web/ui/cx.ts'
import { FieldFrame } from '#web/ui/field.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { Select } from '#web/ui/select.tsx'
import { sizes, unitOf, type Unit } from './duration.ts'
import { useAutomationWords } from './words.ts'

type Props = { label: string; minutes: number; onChange: (minutes: number) => void; error?: string | undefined }

/** Edits a duration with its unit. */
export function DurationField({ label, minutes, onChange, error }: Props) {
  const { units } = useAutomationWords()
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes))
  const amount = minutes / sizes[unit]
  return (
    <FieldFrame label={label} error={error}>
      <div className="flex items-center gap-2">
        <Field.Control
          type="number"
          inputMode="numeric"
          min={1}
          value={Number.isFinite(amount) && amount > 0 ? String(amount) : ''}
          onChange={(event) => onChange(Math.round(Number(event.target.value) * sizes[unit]))}
          className={cx(inputClass, 'h-9 max-w-28 pointer-coarse:h-11')}
        />
        <Select
          label={`${label}: ${units.label}`}
          value={unit}
          choices={units.names}
          onChange={(next) => {
            setUnit(next)
            onChange(Math.round(amount * sizes[next]))
          }}
        />
      </div>
    </FieldFrame>
  )
}
