import { useId, type ReactNode } from 'react'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { cx } from './cx.ts'

type Choice = { label: string; hint?: string; /** Shown below the chosen card. */ more?: ReactNode }
type Props<T extends string> = {
  label: string
  value: T | undefined
  choices: Record<T, Choice>
  onChange: (value: T) => void
  /** Places the cards side by side where there is room. */
  beside?: boolean
}

/** A radio group of cards with explanations. */
export function RadioCards<T extends string>({ label, value, choices, onChange, beside }: Props<T>) {
  const id = useId()
  return (
    <div className="min-w-0">
      <div id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </div>
      <RadioGroup
        aria-labelledby={id}
        value={value ?? ''}
        onValueChange={(next) => onChange(next as T)}
        className={cx('grid gap-2', beside && 'sm:grid-cols-2')}
      >
        {(Object.entries(choices) as [T, Choice][]).map(([choice, { label: text, hint, more }]) => (
          <div
            key={choice}
            className={cx(
              'rounded-xl ring-1 transition-colors ring-inset',
              choice === value ? 'bg-accent-soft ring-accent' : 'ring-line hover:bg-hover',
            )}
          >
            <label className="flex items-start gap-2.5 px-3 py-2.5">
              <Radio.Root
                value={choice}
                className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full bg-surface ring-1 ring-edge
                  ring-inset data-checked:bg-accent data-checked:ring-accent"
              >
                <Radio.Indicator className="size-1.5 rounded-full bg-on-accent" />
              </Radio.Root>
              <span className="min-w-0">
                <span className="block text-sm font-medium">{text}</span>
                {hint && <span className="block text-xs text-ink-2">{hint}</span>}
              </span>
            </label>
            {more && choice === value && <div className="px-3 pb-3 pl-9.5">{more}</div>}
          </div>
        ))}
      </RadioGroup>
    </div>
  )
}
