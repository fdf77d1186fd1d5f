import type { KeyboardEvent, Ref } from 'react'
import { Search, X } from './icons.ts'
import { cx } from './cx.ts'
import { inputClass } from './input-class.ts'
import { Kbd } from './kbd.tsx'

type Props = {
  label: string
  clearLabel: string
  value: string
  onChange: (text: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  hotkey?: string
  ref?: Ref<HTMLInputElement>
}

export function SearchField({ label, clearLabel, value, onChange, onKeyDown, hotkey, ref }: Props) {
  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Search size={15} aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-ink-3" />
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={hotkey}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(inputClass, 'h-8 pr-9 pl-8 text-sm pointer-coarse:h-10')}
      />
      <span className="absolute inset-y-0 right-1.5 flex items-center">
        {value ? (
          <button
            type="button"
            aria-label={clearLabel}
            onClick={() => onChange('')}
            className="grid size-6 place-items-center rounded text-ink-3 hover:bg-hover hover:text-ink"
          >
            <X size={14} aria-hidden />
          </button>
        ) : (
          hotkey && <Kbd>{hotkey}</Kbd>
        )}
      </span>
    </div>
  )
}
