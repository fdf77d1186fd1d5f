import { DialogBody } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useImportWords } from './words.ts'
import { readTextFile } from '#web/ui/read-text-file.ts'

export type ChosenFile = { name: string; csv: string }

type Props = {
  /** The columns that are recognised. */
  columns: readonly string[]
  /** The fate of all other columns. */
  columnsHint: string
  onChoose: (file: ChosenFile) => void
  /** The previously chosen file could not be read. */
  isUnreadable?: boolean
}

export function ChooseFile({ columns, columnsHint, onChoose, isUnreadable = false }: Props) {
  const words = useImportWords()
  const take = async ([file]: File[]) => file && onChoose({ name: file.name, csv: await readTextFile(file) })

  return (
    <DialogBody>
      {isUnreadable && (
        <div className="mb-4">
          <Notice>{words.unreadable}</Notice>
        </div>
      )}
      <FileDrop
        title={words.choose}
        hint={words.drop}
        accept=".csv,text/csv,text/plain"
        onFiles={(files) => void take(files)}
      />
      <p className="mt-5 mb-2 text-sm font-medium">{words.columns}</p>
      <div className="flex flex-wrap gap-1.5">
        {columns.map((name) => (
          <code key={name} className="rounded-md bg-hover px-1.5 py-0.5 font-sans text-xs text-ink-2">
            {name}
          </code>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-3">{columnsHint}</p>
    </DialogBody>
  )
}
