import { useState, type DragEvent } from 'react'
import { FileUp } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { DialogBody } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { readText } from './read-text.ts'

export type ChosenFile = { name: string; csv: string }

type Props = {
  onChoose: (file: ChosenFile) => void
  /** The one chosen before could not be read. */ isUnreadable: boolean
}

export function ChooseFile({ onChoose, isUnreadable }: Props) {
  const { import: words } = useWords().contacts
  const { import: own } = useContactWords()
  const [isOver, setOver] = useState(false)
  const take = async (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onChoose({ name: file.name, csv: await readText(file) })
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
    if (event.type === 'drop') void take(event.dataTransfer.files)
  }

  return (
    <DialogBody>
      {isUnreadable && (
        <div className="mb-4">
          <Notice>{own.unreadable}</Notice>
        </div>
      )}
      <label
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drag(false)}
        className={cx(
          'flex cursor-pointer flex-col items-center rounded-xl border-2 border-dashed px-6 py-10 text-center',
          'transition-colors focus-within:border-focus hover:bg-hover',
          isOver ? 'border-focus bg-accent-soft' : 'border-edge',
        )}
      >
        <FileUp size={28} strokeWidth={1.6} aria-hidden className="mb-3 text-accent-text" />
        <span className="text-base font-medium">{words.choose}</span>
        <span className="mt-0.5 text-sm text-ink-3">{words.drop}</span>
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => void take(event.target.files)}
          className="sr-only"
        />
      </label>
      <p className="mt-5 mb-2 text-sm font-medium">{words.columns}</p>
      <div className="flex flex-wrap gap-1.5">
        {words.columnNames.map((name) => (
          <code key={name} className="rounded-md bg-hover px-1.5 py-0.5 font-sans text-xs text-ink-2">
            {name}
          </code>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-3">{words.columnsHint}</p>
    </DialogBody>
  )
}
