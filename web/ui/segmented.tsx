import type { ReactNode } from 'react'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'

type Props<T extends string> = {
  label: string
  value: T
  choices: Record<T, ReactNode>
  onChange: (value: T) => void
}

/** One of two or three, all in sight. */
export const Segmented = <T extends string>({ label, value, choices, onChange }: Props<T>) => (
  <ToggleGroup
    aria-label={label}
    value={[value]}
    onValueChange={([next]) => next && onChange(next as T)}
    className="inline-flex shrink-0 rounded-lg bg-hover p-0.5"
  >
    {(Object.entries(choices) as [T, ReactNode][]).map(([choice, text]) => (
      <Toggle
        key={choice}
        value={choice}
        className="inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap text-ink-2
          hover:text-ink data-pressed:bg-surface data-pressed:text-ink data-pressed:shadow-sheet pointer-coarse:h-9"
      >
        {text}
      </Toggle>
    ))}
  </ToggleGroup>
)
