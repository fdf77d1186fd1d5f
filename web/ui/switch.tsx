import { Switch as Base } from '@base-ui/react/switch'

type Props = {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Hides the label visually where the context shows it. */
  bare?: boolean
}

export const Switch = ({ label, hint, checked, onChange, bare }: Props) => (
  <label className="flex items-start justify-between gap-4 py-1">
    <span className={bare ? 'sr-only' : undefined}>
      <span className="block text-sm font-medium">{label}</span>
      {hint && <span className="block text-xs text-ink-3">{hint}</span>}
    </span>
    <Base.Root
      checked={checked}
      onCheckedChange={onChange}
      className="mt-0.5 flex h-5 w-9 shrink-0 rounded-full bg-edge p-0.5 transition-colors data-checked:bg-accent"
    >
      <Base.Thumb className="size-4 rounded-full bg-on-accent transition-transform data-checked:translate-x-4" />
    </Base.Root>
  </label>
)
