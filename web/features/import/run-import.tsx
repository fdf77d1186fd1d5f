import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { describeError } from '#web/app/i18n.ts'
import { readKey } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useImportWords } from './words.ts'
import { LastStep, RowsDone } from './import-steps.tsx'
import { KindResult } from './kind-result.tsx'
import { operations, type ImportKind } from './kinds.ts'
import { useImport } from './use-import.ts'

/** The running import. It continues when the dialog is closed. */
export function RunImport({ kind, import_id, onClose }: { kind: ImportKind; import_id: string; onClose: () => void }) {
  const words = useImportWords()
  const { progress, isOver, error } = useImport(kind, import_id)
  useRefreshList(kind, isOver)
  return (
    <LastStep isOver={isOver} onClose={onClose}>
      {error && <Notice>{describeError(error)}</Notice>}
      {!isOver && (
        <>
          <RowsDone label={words.running} progress={progress} />
          <p className="text-sm text-ink-3">{words.mayClose}</p>
        </>
      )}
      {isOver && progress && <KindResult kind={kind} result={progress} />}
    </LastStep>
  )
}

function useRefreshList(kind: ImportKind, isOver: boolean) {
  const { id } = useAccount()
  const client = useQueryClient()
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: readKey(id, operations[kind].list) })
  }, [isOver, client, id, kind])
}
