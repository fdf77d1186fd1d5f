import { Download } from '#web/ui/icons.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/notice.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useImportWords } from './words.ts'
import type { ImportProgress } from './kinds.ts'
import { writeCsv } from './write-csv.ts'

export type RejectedRow = ImportProgress['errors'][number]

type Counts = Partial<Pick<ImportProgress, 'updated_count' | 'status'>> & { unchanged_count?: number }
export type ImportOutcome = Pick<ImportProgress, 'dry_run' | 'created_count' | 'failed_count' | 'errors'> & Counts

type Props = {
  /** Counts that are left out are not shown. */
  result: ImportOutcome
  nameOf: (field: string) => string
  reasonOf: (row: RejectedRow) => string
}

/** The number of created, updated and skipped rows, with the reasons for skipping. */
export function ImportResult({ result, ...explain }: Props) {
  const words = useImportWords()
  const { dry_run, created_count, updated_count, unchanged_count, failed_count, errors, status } = result
  return (
    <>
      {status === 'failed' && <Notice>{words.failed}</Notice>}
      {status !== 'failed' && !dry_run && <Notice tone="good">{words.done}</Notice>}
      <dl
        className={cx(
          'grid gap-2',
          unchanged_count === undefined ? 'auto-cols-fr grid-flow-col' : 'grid-cols-2 sm:grid-cols-4',
        )}
      >
        <Count name={dry_run ? words.toCreate : words.created} value={created_count} />
        <Count name={dry_run ? words.toUpdate : words.updated} value={updated_count} />
        <Count name={words.unchanged} value={unchanged_count} />
        <Count name={dry_run ? words.toFail : words.rejected} value={failed_count} bad={failed_count > 0} />
      </dl>
      {errors.length > 0 && <RejectedRows errors={errors} failed={failed_count} {...explain} />}
    </>
  )
}

function Count({ name, value, bad }: { name: string; value: number | undefined; bad?: boolean }) {
  if (value === undefined) return null
  return (
    <div className={cx('flex flex-col-reverse rounded-xl px-3 py-2.5', bad ? 'bg-danger-soft' : 'bg-sunken')}>
      <dt className={cx('text-xs', bad ? 'text-danger-text' : 'text-ink-2')}>{name}</dt>
      <dd className={cx('text-xl font-semibold tabular-nums', bad && 'text-danger-text')}>{value}</dd>
    </div>
  )
}

type RowsProps = Omit<Props, 'result'> & { errors: RejectedRow[]; failed: number }

function RejectedRows({ errors, failed, nameOf, reasonOf }: RowsProps) {
  const words = useImportWords()
  const format = useNumbers()
  const column = (field: string | null) => (field ? nameOf(field) : '—')
  const download = () => {
    const heading = [words.row, words.field, words.reason]
    const rows = errors.map((error) => [String(error.row), column(error.field), reasonOf(error)])
    saveFile(new Blob([writeCsv([heading, ...rows])], { type: 'text/csv' }), `${words.errorsFile}.csv`)
  }
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-medium">{words.rejectedRows}</h3>
        {failed > errors.length && <span className="text-xs text-ink-3">{words.onlyFirst(format(errors.length))}</span>}
        <Button size="sm" icon={<Download size={14} aria-hidden />} onClick={download} className="ml-auto">
          {words.download}
        </Button>
      </div>
      <div
        tabIndex={0}
        role="region"
        aria-label={words.rejectedRows}
        className="max-h-56 overflow-y-auto rounded-xl ring-1 ring-line ring-inset"
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-ink-3">
            <tr>
              <th className="w-16 px-3 py-1.5 font-medium">{words.row}</th>
              <th className="px-3 py-1.5 font-medium">{words.field}</th>
              <th className="px-3 py-1.5 font-medium">{words.reason}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {errors.map((error, index) => (
              <tr key={index}>
                <td className="px-3 py-1.5 align-top text-ink-2 tabular-nums">{error.row}</td>
                <td className="px-3 py-1.5 align-top whitespace-nowrap">{column(error.field)}</td>
                <td className="px-3 py-1.5 wrap-anywhere text-ink-2">{reasonOf(error)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
