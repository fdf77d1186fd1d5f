import type { PropertyImport } from '#contract/records/property.ts'
import { describeFieldError } from '#web/app/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { usePropertiesWords } from '#web/screens/properties/words.ts'

/** Counts of created, updated and rejected rows, real or simulated, with the errors. */
export function ImportResult({ result }: { result: PropertyImport }) {
  const { import: words } = usePropertiesWords()
  const { dry_run, created_count, updated_count, unchanged_count, failed_count, errors } = result
  return (
    <>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        <Count name={dry_run ? words.toCreate : words.created} value={created_count} />
        <Count name={dry_run ? words.toUpdate : words.updated} value={updated_count} />
        <Count name={words.unchanged} value={unchanged_count} />
        <Count name={dry_run ? words.toFail : words.failed} value={failed_count} bad={failed_count > 0} />
      </dl>
      {errors.length > 0 && <RejectedRows errors={errors} />}
    </>
  )
}

const Count = ({ name, value, bad }: { name: string; value: number; bad?: boolean }) => (
  <div className={cx('flex flex-col-reverse rounded-xl px-3 py-2.5', bad ? 'bg-danger-soft' : 'bg-sunken')}>
    <dt className={cx('text-xs', bad ? 'text-danger-text' : 'text-ink-2')}>{name}</dt>
    <dd className={cx('text-xl font-semibold tabular-nums', bad && 'text-danger-text')}>{value}</dd>
  </div>
)

function RejectedRows({ errors }: Pick<PropertyImport, 'errors'>) {
  const { import: words, fields } = usePropertiesWords()
  const names: Record<string, string> = fields
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium">{words.rejectedRows}</h3>
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
            {errors.map(({ row, field, code, detail }, index) => (
              <tr key={index}>
                <td className="px-3 py-1.5 align-top text-ink-2 tabular-nums">{row}</td>
                <td className="px-3 py-1.5 align-top whitespace-nowrap">{field ? (names[field] ?? field) : '—'}</td>
                <td className="px-3 py-1.5 wrap-anywhere text-ink-2">{describeFieldError(field, code, detail)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
