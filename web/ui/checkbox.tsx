import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'

type Props = {
  /** Names it for those who do not see what it stands beside. */
  label: string
  checked: boolean
  /** Some of what it stands for, but not all. */
  partly?: boolean
  onChange: (checked: boolean) => void
}

export const Checkbox = ({ label, checked, partly = false, onChange }: Props) => (
  <Base.Root
    aria-label={label}
    checked={checked}
    indeterminate={partly}
    onCheckedChange={onChange}
    className="grid size-4 shrink-0 place-items-center rounded bg-surface ring-1 ring-edge ring-inset data-checked:bg-accent
      data-checked:ring-accent data-indeterminate:bg-accent data-indeterminate:ring-accent"
  >
    <Base.Indicator className="text-on-accent">
      {partly ? <Minus size={12} strokeWidth={3} aria-hidden /> : <Check size={12} strokeWidth={3} aria-hidden />}
    </Base.Indicator>
  </Base.Root>
)
