import { Download } from 'lucide-react'
import type { ContactImport } from '#web/api.ts'
import { explainField, useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/notice.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { asCsv } from './as-csv.ts'

/** How many were (or would be) created, updated and refused, and why. */
export function Outcome({ result }: { result: ContactImport }) {
  const { import: words } = useWords().contacts
  const { dry_run, created_count, updated_count, failed_count, errors, status } = result
  return (
    <>
      {status === 'failed' && <Notice>{words.failed}</Notice>}
      {status === 'done' && !dry_run && <Notice tone="good">{words.done}</Notice>}
      <dl className="grid grid-cols-3 gap-2">
        <Count name={dry_run ? words.toCreate : words.created} value={created_count} />
        <Count name={dry_run ? words.toUpdate : words.updated} value={updated_count} />
        <Count name={dry_run ? words.toFail : words.refused} value={failed_count} bad={failed_count > 0} />
      </dl>
      {errors.length > 0 && <Refusals errors={errors} failed={failed_count} />}
    </>
  )
}

const Count = ({ name, value, bad }: { name: string; value: number; bad?: boolean }) => (
  <div className={cx('flex flex-col-reverse rounded-xl px-3 py-2.5', bad ? 'bg-danger-soft' : 'bg-sunken')}>
    <dt className={cx('text-xs', bad ? 'text-danger-text' : 'text-ink-2')}>{name}</dt>
    <dd className={cx('text-xl font-semibold tabular-nums', bad && 'text-danger-text')}>{value}</dd>
  </div>
)

function Refusals({ errors, failed }: Pick<ContactImport, 'errors'> & { failed: number }) {
  const { contacts: words } = useWords()
  const { import: own } = useContactWords()
  const format = useNumbers()
  const { nameOf, reasonOf } = useTelling()
  const download = () => {
    const heading = [words.import.row, words.import.field, words.import.reason]
    const rows = errors.map((error) => [String(error.row), nameOf(error.field), reasonOf(error)])
    saveFile(new Blob([asCsv([heading, ...rows])], { type: 'text/csv' }), `${own.errorsFile}.csv`)
  }
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-medium">{words.import.refusals}</h3>
        {failed > errors.length && <span className="text-xs text-ink-3">{own.onlyFirst(format(errors.length))}</span>}
        <Button size="sm" icon={<Download size={14} aria-hidden />} onClick={download} className="ml-auto">
          {own.download}
        </Button>
      </div>
      <div
        tabIndex={0}
        role="region"
        aria-label={words.import.refusals}
        className="max-h-56 overflow-y-auto rounded-xl ring-1 ring-line ring-inset"
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-ink-3">
            <tr>
              <th className="w-16 px-3 py-1.5 font-medium">{words.import.row}</th>
              <th className="px-3 py-1.5 font-medium">{words.import.field}</th>
              <th className="px-3 py-1.5 font-medium">{words.import.reason}</th>
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

/** Fields by the names people know, and why a value of theirs was refused. */
function useTelling() {
  const { contacts: words } = useWords()
  const { bad } = useContactWords().attributes
  const { data } = useRead('list_custom_attributes', {})
  const names: Record<string, string> = words.fields
  const definedAs = (field: string | null) =>
    data?.items.find(({ model, key }) => model === 'contact_attribute' && field === `custom_attributes/${key}`)
  return {
    nameOf: (field: string | null) =>
      field ? (definedAs(field)?.display_name ?? names[field] ?? field.replace(/^custom_attributes./, '')) : '—',
    reasonOf: ({ field, code, detail }: ContactImport['errors'][number]) => {
      const attribute = definedAs(field)
      return attribute && code === 'invalid_value' ? bad[attribute.type] : explainField(field, code, detail)
    },
  }
}
