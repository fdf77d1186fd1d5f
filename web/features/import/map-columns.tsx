import { FileText } from '#web/ui/icons.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { useImportWords } from './words.ts'
import type { CsvHeader } from './csv-header.ts'
import { ATTRIBUTE, findProblem, newAttribute, SKIP, type ColumnTarget } from './column-mapping.ts'
import { fields, type ImportKind } from './kinds.ts'
import { useDefinedAttributes } from './use-defined-attributes.ts'
import { useFieldNames } from './use-field-names.ts'

type Props = {
  kind: ImportKind
  name: string
  header: CsvHeader
  targets: ColumnTarget[]
  onChange: (targets: ColumnTarget[]) => void
  onBack: () => void
  onNext: () => void
}

/** Lets the user choose the field for each column, with examples of its content. */
export function MapColumns({ kind, name, header, targets, onChange, onBack, onNext }: Props) {
  const words = useImportWords()
  const format = useNumbers()
  const problem = useProblemText(kind, targets)
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-1 gap-4">
          <p className="flex min-w-0 items-center gap-2 text-sm font-medium">
            <FileText size={16} aria-hidden className="shrink-0 text-ink-3" />
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 font-normal text-ink-3">
              {words.rows(format(header.rows), header.rows === 1)}
            </span>
          </p>
          <p className="text-sm text-ink-2">{words.mapHint}</p>
          <div className="max-h-[42dvh] overflow-y-auto rounded-xl ring-1 ring-line ring-inset">
            <table className="w-full table-fixed text-left text-sm">
              <thead className="sticky top-0 z-1 bg-sunken text-xs text-ink-3">
                <tr>
                  <th className="px-3 py-1.5 font-medium">{words.column}</th>
                  <th className="w-1/2 px-3 py-1.5 font-medium">{words.target}</th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {header.columns.map((title, index) => (
                  <Column
                    kind={kind}
                    key={index}
                    title={title || words.unnamed(index + 1)}
                    examples={header.samples.map((row) => row[index] ?? '').filter(Boolean)}
                    target={targets[index] ?? SKIP}
                    onChange={(next) => onChange(targets.with(index, next))}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <div aria-live="polite">{problem && <Notice tone="warn">{problem}</Notice>}</div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onBack}>
          {words.another}
        </Button>
        <Button look="primary" disabled={Boolean(problem)} onClick={onNext}>
          {words.next}
        </Button>
      </DialogFooter>
    </>
  )
}

type ColumnProps = {
  kind: ImportKind
  title: string
  examples: string[]
  target: ColumnTarget
  onChange: (target: ColumnTarget) => void
}

function Column({ kind, title, examples, target, onChange }: ColumnProps) {
  const words = useImportWords()
  return (
    <tr>
      <td className="px-3 py-2 align-top">
        <div className="truncate font-medium">{title}</div>
        <div className="truncate text-xs text-ink-3" title={`${words.examples}: ${examples.join(' · ')}`}>
          {examples.join(' · ')}
        </div>
      </td>
      <td className="px-3 py-2 align-top [&>button]:max-w-full">
        <Select
          label={`${title}: ${words.target}`}
          value={target || NOTHING}
          choices={useChoices(kind, title, target)}
          onChange={(next) => onChange(next === NOTHING ? SKIP : next)}
          marked={target !== SKIP}
        />
      </td>
    </tr>
  )
}

const NOTHING = 'skip'

/** The fields of the record, the workspace's custom fields, a new custom field, or nothing. */
function useChoices(kind: ImportKind, title: string, target: ColumnTarget): Record<string, string> {
  const fieldNames = useFieldNames(kind)
  const words = useImportWords()
  const defined = useDefinedAttributes(kind)
  const attributes = Object.fromEntries(defined.map(({ key, display_name }) => [ATTRIBUTE + key, display_name]))
  // A new custom field is offered under the column's name, and one that was guessed stays available.
  const others = [newAttribute(title), target].filter((each) => each.startsWith(ATTRIBUTE) && !attributes[each])
  return {
    [NOTHING]: words.skip,
    ...Object.fromEntries(fields[kind].map((field) => [field, fieldNames[field]!])),
    ...attributes,
    ...Object.fromEntries(others.map((each) => [each, words.newField(each.slice(ATTRIBUTE.length))])),
  }
}

function useProblemText(kind: ImportKind, targets: ColumnTarget[]) {
  const fieldNames = useFieldNames(kind)
  const words = useImportWords()
  const problem = findProblem(kind, targets)
  if (!problem) return undefined
  if (problem.is !== 'duplicate') return words.needs[problem.is]
  return words.duplicate(fieldNames[problem.target] ?? problem.target.slice(ATTRIBUTE.length))
}
