import { useEffect } from 'react'
import { FileText } from 'lucide-react'
import { explain, language, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { Outcome } from './outcome.tsx'
import { useImport } from './use-import.ts'

type Props = { name: string; csv: string; onBack: () => void; onStarted: (import_id: string) => void }

/** A rehearsal: nothing is written, and every row says what would become of it. */
export function CheckFile({ name, csv, onBack, onStarted }: Props) {
  const { import: words } = useWords().contacts
  const { import: own } = useContactWords()
  const locale = language.use()
  const { mutate: rehearse, ...rehearsal } = useAct('import_contacts', { quiet: true })
  const start = useAct('import_contacts', { quiet: true, onSuccess: ({ id }) => onStarted(id) })
  const { progress, isOver, error } = useImport(rehearsal.data?.id)
  useEffect(() => rehearse({ csv, dry_run: true }), [rehearse, csv])

  const refusal = rehearsal.error ?? start.error ?? error
  const accepted = progress ? progress.created_count + progress.updated_count : 0
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          <p className="flex items-center gap-2 text-sm font-medium">
            <FileText size={16} aria-hidden className="text-ink-3" />
            <span className="truncate">{name}</span>
          </p>
          {refusal && <Notice>{explain(refusal, 'csv')}</Notice>}
          {!refusal && !isOver && (
            <Progress
              label={words.checking}
              value={progress?.processed_rows ?? 0}
              max={progress?.total_rows ?? 1}
              locale={locale}
            />
          )}
          {isOver && progress && <Outcome result={progress} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onBack}>
          {own.back}
        </Button>
        <Button
          look="primary"
          disabled={!isOver || accepted === 0}
          busy={start.isPending}
          onClick={() => start.mutate({ csv })}
        >
          {isOver ? words.start(accepted) : words.checking}
        </Button>
      </DialogFooter>
    </>
  )
}
