import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { describeError, language, useWords } from '#web/app/i18n.ts'
import { readKey } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useImportWords } from './words.ts'
import { ImportResult } from './import-result.tsx'
import { operations, type ImportKind } from './kinds.ts'
import { useImport } from './use-import.ts'

/** The running import. It continues when the dialog is closed. */
export function RunImport({ kind, import_id, onClose }: { kind: ImportKind; import_id: string; onClose: () => void }) {
  const { common } = useWords()
  const words = useImportWords()
  const locale = language.use()
  const { progress, isOver, error } = useImport(kind, import_id)
  useRefreshList(kind, isOver)
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {error && <Notice>{describeError(error)}</Notice>}
          {!isOver && (
            <>
              <Progress
                label={words.running}
                value={progress?.processed_rows ?? 0}
                max={progress?.total_rows ?? 1}
                locale={locale}
              />
              <p className="text-sm text-ink-3">{words.mayClose}</p>
            </>
          )}
          {isOver && progress && <ImportResult kind={kind} result={progress} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look={isOver ? 'primary' : 'outline'} onClick={onClose}>
          {isOver ? common.done : common.close}
        </Button>
      </DialogFooter>
    </>
  )
}

function useRefreshList(kind: ImportKind, isOver: boolean) {
  const { id } = useAccount()
  const client = useQueryClient()
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: readKey(id, operations[kind].list) })
  }, [isOver, client, id, kind])
}
