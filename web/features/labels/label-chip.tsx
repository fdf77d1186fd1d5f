import { X } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { useLabels } from './labels.ts'

/** A label chip. Only the dot has the label's colour, so the text stays readable. */
export function LabelChip({ title, onRemove }: { title: string; onRemove?: () => void }) {
  const { labels } = useWords()
  return (
    <span
      className="inline-flex h-5.5 max-w-40 min-w-0 items-center gap-1.5 rounded-full bg-surface px-2 text-xs font-medium
        text-ink-2 ring-1 ring-line ring-inset pointer-coarse:h-7"
    >
      <LabelDot title={title} />
      <span className="truncate">{title}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={labels.remove(title)}
          onClick={onRemove}
          className="-mr-1.5 grid size-5 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-hover hover:text-ink
            pointer-coarse:size-7"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  )
}

export function LabelDot({ title }: { title: string }) {
  const color = useLabels().find(title)?.color
  return (
    <span aria-hidden className="size-2 shrink-0 rounded-full bg-ink-3" style={color ? { background: color } : {}} />
  )
}
