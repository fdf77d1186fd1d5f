import { useEffect } from 'react'
import { FileText } from '#web/ui/icons.ts'
import { describeError, language } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useImportWords } from './words.ts'
import { ImportResult } from './import-result.tsx'
import { operations, type ImportKind } from './kinds.ts'
import { useImport } from './use-import.ts'

type Props = { kind: ImportKind; name: string; csv: string; onBack: () => void; onStarted: (import_id: string) => void }

/** A dry run: shows what the import would do, without writing anything. */
export function CheckFile({ kind, name, csv, onBack, onStarted }: Props) {
  const words = useImportWords()
  const locale = language.use()
  const { mutate: runDry, ...dryRun } = useAct(operations[kind].start, { silent: true })
  const start = useAct(operations[kind].start, { silent: true, onSuccess: ({ id }) => onStarted(id) })
  const { progress, isOver, error } = useImport(kind, dryRun.data?.id)
  useEffect(() => runDry({ csv, dry_run: true }), [runDry, csv])

  const failure = dryRun.error ?? start.error ?? error
  const accepted = progress ? progress.created_count + progress.updated_count : 0
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          <p className="flex items-center gap-2 text-sm font-medium">
            <FileText size={16} aria-hidden className="text-ink-3" />
            <span className="truncate">{name}</span>
          </p>
          {failure && <Notice>{describeError(failure, 'csv')}</Notice>}
          {!failure && !isOver && (
            <Progress
              label={words.checking}
              value={progress?.processed_rows ?? 0}
              max={progress?.total_rows ?? 1}
              locale={locale}
            />
          )}
          {isOver && progress && <ImportResult kind={kind} result={progress} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onBack}>
          {words.back}
        </Button>
        <Button
          look="primary"
          disabled={!isOver || accepted === 0}
          busy={start.isPending}
          onClick={() => start.mutate({ csv })}
        >
          {isOver ? words.start[kind](accepted) : words.checking}
        </Button>
      </DialogFooter>
    </>
  )
}
