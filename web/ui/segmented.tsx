import type { ReactNode } from 'react'

type Props<T extends string> = {
  label: string
  value: T
  choices: { [_ in T]?: ReactNode }
  onChange: (value: T) => void
}

/** A segmented control for two or three choices. */
export const Segmented = <T extends string>({ label, value, choices, onChange }: Props<T>) => (
  <div role="group" aria-label={label} className="inline-flex shrink-0 rounded-lg bg-hover p-0.5">
    {(Object.entries(choices) as [T, ReactNode][]).map(([choice, text]) => (
      <button
        key={choice}
        type="button"
        aria-pressed={choice === value}
        onClick={() => choice !== value && onChange(choice)}
        className="inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap text-ink-2
          hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-sheet pointer-coarse:h-9"
      >
        {text}
      </button>
    ))}
  </div>
)
