import { useId } from 'react'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'

type Props = {
  label: string
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

/** A range of days; either end may be open. */
export function DateRange({ label, from, to, onChange }: Props) {
  const { filters: words } = usePipelineWords()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <input
          type="date"
          aria-label={words.from}
          value={from ?? ''}
          max={to}
          onChange={(event) => onChange(event.target.value || undefined, to)}
          className={dayClass}
        />
        <input
          type="date"
          aria-label={words.to}
          value={to ?? ''}
          min={from}
          onChange={(event) => onChange(from, event.target.value || undefined)}
          className={dayClass}
        />
      </div>
    </div>
  )
}

const dayClass = cx(inputClass, 'h-9 text-sm pointer-coarse:h-11')
