import type { ReactNode } from 'react'
import { Copy } from './icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { TextField } from './field.tsx'
import { useCopy } from './use-copy.ts'

/** A read-only value with a copy button. */
export function CopyField({ label, hint, value }: { label: string; hint?: ReactNode; value: string }) {
  const { common } = useWords()
  const copy = useCopy()
  return (
    <TextField
      label={label}
      hint={hint}
      value={value}
      readOnly
      aside={
        <button
          type="button"
          aria-label={`${common.copy}: ${label}`}
          onClick={() => void copy(value)}
          className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink
            pointer-coarse:size-9"
        >
          <Copy size={15} aria-hidden />
        </button>
      }
    />
  )
}
