import { useEffect } from 'react'
import { useAct } from '#web/app/query.ts'
import { useImportWords } from './words.ts'
import { CheckStep } from './import-steps.tsx'
import { KindResult } from './kind-result.tsx'
import { operations, type ImportKind } from './kinds.ts'
import { useImport } from './use-import.ts'

type Props = { kind: ImportKind; name: string; csv: string; onBack: () => void; onStarted: (import_id: string) => void }

/** A dry run: shows what the import would do, without writing anything. */
export function CheckFile({ kind, name, csv, onBack, onStarted }: Props) {
  const words = useImportWords()
  const { mutate: runDry, ...dryRun } = useAct(operations[kind].start, { silent: true })
  const start = useAct(operations[kind].start, { silent: true, onSuccess: ({ id }) => onStarted(id) })
  const { progress, isOver, error } = useImport(kind, dryRun.data?.id)
  useEffect(() => runDry({ csv, dry_run: true }), [runDry, csv])

  const accepted = progress ? progress.created_count + progress.updated_count : 0
  return (
    <CheckStep
      name={name}
      failure={dryRun.error ?? start.error ?? error}
      progress={progress}
      result={isOver && progress && <KindResult kind={kind} result={progress} />}
      back={words.back}
      onBack={onBack}
      start={words.start[kind](accepted)}
      canStart={isOver && accepted > 0}
      isStarting={start.isPending}
      onStart={() => start.mutate({ csv })}
    />
  )
}
