import type { ReactNode } from 'react'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from './icons.ts'
import { itemClass, popupClass } from '#web/ui/popup/classes.ts'
import { ignoreLetters } from '#web/ui/popup/trigger.ts'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import { FieldFrame } from './field.tsx'
import { inputClass } from './input-class.ts'

/** The options by value. Pairs keep their order where values look like numbers; a record would not. */
type Options<T extends string> = Record<T, string> | readonly (readonly [T, string])[]

type Props<T extends string> = {
  label: string
  value: T
  choices: Options<T>
  onChange: (value: T) => void
  icon?: ReactNode
  /** Highlights a choice that differs from the default. */
  marked?: boolean
}

export function Select<T extends string>({ label, value, choices, onChange, icon, marked }: Props<T>) {
  return (
    <Base.Root items={itemsOf(choices)} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Base.Trigger
        aria-label={label}
        onKeyDown={ignoreLetters}
        className={cx(buttonClass('outline'), 'font-normal', marked && 'bg-accent-soft! text-accent-text!')}
      >
        {icon}
        <Base.Value />
        <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
      </Base.Trigger>
      <Choices label={label} choices={choices} />
    </Base.Root>
  )
}

type FieldProps<T extends string> = {
  label: string
  value: T | ''
  choices: Options<T>
  onChange: (value: T) => void
  hint?: ReactNode
  error?: ReactNode
  placeholder?: string
}

/** A form field that chooses one of a few. */
export function SelectField<T extends string>({ label, value, choices, onChange, ...props }: FieldProps<T>) {
  const { hint, error, placeholder } = props
  return (
    <FieldFrame {...{ label, hint, error }}>
      <Base.Root<T>
        items={itemsOf(choices)}
        value={value || null}
        onValueChange={(next) => next !== null && onChange(next)}
      >
        <Base.Trigger
          onKeyDown={ignoreLetters}
          className={cx(inputClass, 'flex h-9 items-center justify-between gap-2 text-left pointer-coarse:h-11')}
        >
          <span className={cx('min-w-0 flex-1 truncate', !value && 'text-ink-3')}>
            <Base.Value>{(chosen: T | null) => (chosen ? textOf(choices, chosen) : placeholder)}</Base.Value>
          </span>
          <ChevronDown size={15} aria-hidden className="shrink-0 text-ink-3" />
        </Base.Trigger>
        <Choices label={label} choices={choices} />
      </Base.Root>
    </FieldFrame>
  )
}

function Choices<T extends string>({ label, choices }: { label: string; choices: Options<T> }) {
  return (
    <Base.Portal>
      <Base.Positioner alignItemWithTrigger={false} align="start" sideOffset={4} className="z-40">
        {/* Otherwise it injects a style element, which the content security policy refuses. */}
        <CSPProvider disableStyleElements>
          <Base.Popup className={popupClass}>
            <Base.List aria-label={label}>
              {pairsOf(choices).map(([choice, text]) => (
                <Base.Item key={choice} value={choice} className={itemClass}>
                  <Base.ItemText className="min-w-0 flex-1 wrap-anywhere">{text}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check size={15} aria-hidden className="text-accent-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </CSPProvider>
      </Base.Positioner>
    </Base.Portal>
  )
}

const pairsOf = <T extends string>(choices: Options<T>) =>
  Array.isArray(choices) ? (choices as [T, string][]) : (Object.entries(choices) as [T, string][])

const itemsOf = <T extends string>(choices: Options<T>) => pairsOf(choices).map(([value, label]) => ({ value, label }))

const textOf = <T extends string>(choices: Options<T>, value: T) =>
  pairsOf(choices).find(([each]) => each === value)?.[1]
