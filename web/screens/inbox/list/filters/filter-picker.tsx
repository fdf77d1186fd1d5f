import { ChevronDown } from '#web/ui/icons.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import type { Choice } from '#web/ui/popup/picker.tsx'
import { Picker } from '#web/ui/picker.tsx'

type Props = {
  label: string
  value: string | undefined
  choices: readonly Choice[]
  onChange: (id: string | undefined) => void
}

/** Picks one of the choices, or any. */
export function FilterPicker({ label, value = '', choices, onChange }: Props) {
  const { filters: words } = useInboxWords()
  const any = { id: '', name: words.any }
  const chosen = choices.find(({ id }) => id === value)?.name ?? (value || words.any)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span aria-hidden className="text-xs font-medium text-ink-2">
        {label}
      </span>
      <Picker
        label={label}
        nothing={words.nothing}
        value={value}
        choices={[any, ...choices]}
        onPick={(id) => onChange(id || undefined)}
        trigger={
          <button
            type="button"
            aria-label={`${label}: ${chosen}`}
            className={cx(inputClass, 'flex h-8 items-center gap-2 text-left text-sm pointer-coarse:h-10')}
          >
            <span className={cx('min-w-0 flex-1 truncate', !value && 'text-ink-3')}>{chosen}</span>
            <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
          </button>
        }
      />
    </div>
  )
}
