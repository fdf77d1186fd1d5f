import { Check, Minus } from './icons.ts'

type Props = {
  /** The accessible name, where no visible label is attached. */
  label: string
  checked: boolean
  /** Indeterminate: some items are checked. */
  partly?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, checked, partly = false, disabled = false, onChange }: Props) {
  const Mark = partly ? Minus : Check
  return (
    <span className="relative grid size-4 shrink-0 place-items-center text-on-accent">
      <input
        type="checkbox"
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = partly
        }}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 appearance-none rounded bg-surface ring-1 ring-edge ring-inset checked:bg-accent
          checked:ring-accent indeterminate:bg-accent indeterminate:ring-accent"
      />
      {(checked || partly) && <Mark size={12} strokeWidth={3} aria-hidden className="pointer-events-none relative" />}
    </span>
  )
}
