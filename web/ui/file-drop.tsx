import { useState, type DragEvent, type ReactNode } from 'react'
import { FileUp } from './icons.ts'
import { cx } from './cx.ts'

type Props = {
  title: string
  hint: string
  /** Details about the accepted files. */
  note?: string
  accept: string
  multiple?: boolean
  icon?: ReactNode
  onFiles: (files: File[]) => void
}

/** Takes files by dialog or by drag and drop. */
export function FileDrop({ title, hint, note, accept, multiple = false, icon, onFiles }: Props) {
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => files?.length && onFiles([...files])
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
    if (event.type === 'drop') take(event.dataTransfer.files)
  }
  return (
    <label
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drag(false)}
      className={cx(
        'flex cursor-pointer flex-col items-center rounded-xl border-2 border-dashed px-6 py-8 text-center',
        'transition-colors focus-within:border-focus hover:bg-hover',
        isOver ? 'border-focus bg-accent-soft' : 'border-edge',
      )}
    >
      <span className="mb-2 text-accent-text">{icon ?? <FileUp size={27} strokeWidth={1.6} aria-hidden />}</span>
      <span className="text-base font-medium">{title}</span>
      <span className="mt-0.5 text-sm text-ink-3">{hint}</span>
      {note && <span className="mt-2 text-xs text-ink-3">{note}</span>}
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        onChange={(event) => {
          take(event.target.files)
          // Reset, so that the same file can be chosen again after it was removed.
          event.target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
