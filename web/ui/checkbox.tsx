import { Check, Minus } from 'lucide-react'

type Props = {
  /** Names it for those who do not see what it stands beside. */
  label: string
  checked: boolean
  /** Some of what it stands for, but not all. */
  partly?: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, checked, partly = false, onChange }: Props) {
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
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 appearance-none rounded bg-surface ring-1 ring-edge ring-inset checked:bg-accent
          checked:ring-accent indeterminate:bg-accent indeterminate:ring-accent"
      />
      {(checked || partly) && <Mark size={12} strokeWidth={3} aria-hidden className="pointer-events-none relative" />}
    </span>
  )
}
