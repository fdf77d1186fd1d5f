import { useWords } from '#web/i18n.ts'
import { DialogBody } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
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
  const take = async ([file]: File[]) => file && onChoose({ name: file.name, csv: await readText(file) })

  return (
    <DialogBody>
      {isUnreadable && (
        <div className="mb-4">
          <Notice>{own.unreadable}</Notice>
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
