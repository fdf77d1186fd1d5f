import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { explain, language, useWords } from '#web/i18n.ts'
import { readKey } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Outcome } from './outcome.tsx'
import { useImport } from './use-import.ts'

/** The import itself. It goes on when the window is closed. */
export function RunImport({ import_id, onClose }: { import_id: string; onClose: () => void }) {
  const { contacts: words, common } = useWords()
  const locale = language.use()
  const { progress, isOver, error } = useImport(import_id)
  useRefreshList(isOver)
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {error && <Notice>{explain(error)}</Notice>}
          {!isOver && (
            <>
              <Progress
                label={words.import.running}
                value={progress?.processed_rows ?? 0}
                max={progress?.total_rows ?? 1}
                locale={locale}
              />
              <p className="text-sm text-ink-3">{words.import.mayClose}</p>
            </>
          )}
          {isOver && progress && <Outcome result={progress} />}
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

function useRefreshList(isOver: boolean) {
  const { id } = useAccount()
  const client = useQueryClient()
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: readKey(id, 'search_contacts') })
  }, [isOver, client, id])
}
