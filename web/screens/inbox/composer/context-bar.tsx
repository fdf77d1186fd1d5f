import type { ReactNode } from 'react'
import { X, type Pencil } from '#web/ui/icons.ts'

type Props = { icon: typeof Pencil; cancelLabel: string; onCancel: () => void; children: ReactNode }

/** The bar above the field that names the message being quoted or edited; Escape and its button cancel. */
export function ContextBar({ icon: Icon, cancelLabel, onCancel, children }: Props) {
  return (
    <div className="mx-3 mt-1.5 flex items-center gap-2 rounded-md border-l-2 border-accent bg-hover py-1 pr-1 pl-2 text-sm">
      <Icon size={14} aria-hidden className="shrink-0 text-ink-3" />
      {children}
      <button
        type="button"
        aria-label={cancelLabel}
        aria-keyshortcuts="Escape"
        onClick={onCancel}
        className="grid size-7 shrink-0 place-items-center rounded text-ink-3 hover:bg-press hover:text-ink pointer-coarse:size-9"
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}
