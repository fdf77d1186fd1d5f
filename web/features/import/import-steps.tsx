import type { ReactNode } from 'react'
import { FileText } from '#web/ui/icons.ts'
import { describeError, language, useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useImportWords } from './words.ts'

type RowProgress = { processed_rows: number; total_rows: number }

type CheckProps = {
  name: string
  failure: Error | null
  progress?: RowProgress | undefined
  /** The outcome of the dry run, once it is over. */
  result: ReactNode
  back: string
  onBack: () => void
  start: string
  canStart: boolean
  isStarting: boolean
  onStart: () => void
}

/** Shows what the import would do, before it is started. */
export function CheckStep({ name, failure, progress, result, back, onBack, start, ...starting }: CheckProps) {
  const words = useImportWords()
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          <p className="flex items-center gap-2 text-sm font-medium">
            <FileText size={16} aria-hidden className="text-ink-3" />
            <span className="truncate">{name}</span>
          </p>
          {failure && <Notice>{describeError(failure, 'csv')}</Notice>}
          {!failure && !result && <RowsDone label={words.checking} progress={progress} />}
          {result}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onBack}>
          {back}
        </Button>
        <Button look="primary" disabled={!starting.canStart} busy={starting.isStarting} onClick={starting.onStart}>
          {result ? start : words.checking}
        </Button>
      </DialogFooter>
    </>
  )
}

type LastProps = { isOver: boolean; onClose: () => void; children: ReactNode }

/** Shows the import while it runs, and then its result. */
export function LastStep({ isOver, onClose, children }: LastProps) {
  const { common } = useWords()
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">{children}</div>
      </DialogBody>
      <DialogFooter>
        <Button look={isOver ? 'primary' : 'outline'} onClick={onClose}>
          {isOver ? common.done : common.close}
        </Button>
      </DialogFooter>
    </>
  )
}

export const RowsDone = ({ label, progress }: { label: string; progress: RowProgress | undefined }) => (
  <Progress
    label={label}
    value={progress?.processed_rows ?? 0}
    max={progress?.total_rows ?? 1}
    locale={language.use()}
  />
)
