import { Download } from '#web/ui/icons.ts'
import { describeFieldError } from '#web/app/i18n.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/notice.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useImportWords } from './words.ts'
import type { ImportKind, ImportProgress } from './kinds.ts'
import { useDefinedAttributes } from './use-defined-attributes.ts'
import { useFieldNames } from './use-field-names.ts'
import { writeCsv } from './write-csv.ts'

/** The number of created, updated and skipped rows, with the reasons for skipping. */
export function ImportResult({ kind, result }: { kind: ImportKind; result: ImportProgress }) {
  const words = useImportWords()
  const { dry_run, created_count, updated_count, failed_count, errors, status } = result
  return (
    <>
      {status === 'failed' && <Notice>{words.failed}</Notice>}
      {status === 'done' && !dry_run && <Notice tone="good">{words.done}</Notice>}
      <dl className="grid auto-cols-fr grid-flow-col gap-2">
        <Count name={dry_run ? words.toCreate : words.created} value={created_count} />
        {kind === 'contacts' && <Count name={dry_run ? words.toUpdate : words.updated} value={updated_count} />}
        <Count name={dry_run ? words.toFail : words.rejected} value={failed_count} bad={failed_count > 0} />
      </dl>
      {errors.length > 0 && <RejectedRows kind={kind} errors={errors} failed={failed_count} />}
    </>
  )
}

const Count = ({ name, value, bad }: { name: string; value: number; bad?: boolean }) => (
  <div className={cx('flex flex-col-reverse rounded-xl px-3 py-2.5', bad ? 'bg-danger-soft' : 'bg-sunken')}>
    <dt className={cx('text-xs', bad ? 'text-danger-text' : 'text-ink-2')}>{name}</dt>
    <dd className={cx('text-xl font-semibold tabular-nums', bad && 'text-danger-text')}>{value}</dd>
  </div>
)

function RejectedRows({ kind, errors, failed }: Pick<ImportProgress, 'errors'> & { kind: ImportKind; failed: number }) {
  const words = useImportWords()
  const format = useNumbers()
  const { nameOf, reasonOf } = useExplainRow(kind)
  const download = () => {
    const heading = [words.row, words.field, words.reason]
    const rows = errors.map((error) => [String(error.row), nameOf(error.field), reasonOf(error)])
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
                <td className="px-3 py-1.5 align-top whitespace-nowrap">{nameOf(error.field)}</td>
                <td className="px-3 py-1.5 wrap-anywhere text-ink-2">{reasonOf(error)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** The display name of a field, and the reason why its value was rejected. */
function useExplainRow(kind: ImportKind) {
  const { attributes } = useContactWords()
  const { reasons } = useImportWords()
  const names: Record<string, string> = useFieldNames(kind)
  const defined = useDefinedAttributes(kind)
  const definedAs = (field: string | null) => defined.find(({ key }) => field === `custom_attributes/${key}`)
  return {
    nameOf: (field: string | null) =>
      field ? (definedAs(field)?.display_name ?? names[field] ?? field.replace(/^custom_attributes./, '')) : '—',
    reasonOf: ({ field, code, detail }: ImportProgress['errors'][number]) => {
      const attribute = definedAs(field)
      if (attribute && code === 'invalid_value') return attributes.invalid[attribute.type]
      const own: Record<string, string> = kind === 'contacts' ? {} : reasons
      return own[`${field}.${code}`] ?? own[code] ?? describeFieldError(field, code, detail)
    },
  }
}
