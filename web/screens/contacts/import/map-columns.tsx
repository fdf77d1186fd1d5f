import { FileText } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import type { Head } from './csv-head.ts'
import { ATTRIBUTE, complaintAbout, fields, fresh, SKIP, type Meaning } from './meaning.ts'

type Props = {
  name: string
  head: Head
  meanings: Meaning[]
  onChange: (meanings: Meaning[]) => void
  onBack: () => void
  onNext: () => void
}

/** What each column of the file is, with what stands in it. */
export function MapColumns({ name, head, meanings, onChange, onBack, onNext }: Props) {
  const { contacts: words } = useWords()
  const { import: own } = useContactWords()
  const format = useNumbers()
  const complaint = useComplaint(meanings)
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-1 gap-4">
          <p className="flex min-w-0 items-center gap-2 text-sm font-medium">
            <FileText size={16} aria-hidden className="shrink-0 text-ink-3" />
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 font-normal text-ink-3">{own.rows(format(head.rows), head.rows === 1)}</span>
          </p>
          <p className="text-sm text-ink-2">{own.mapHint}</p>
          <div className="max-h-[42dvh] overflow-y-auto rounded-xl ring-1 ring-line ring-inset">
            <table className="w-full table-fixed text-left text-sm">
              <thead className="sticky top-0 z-1 bg-sunken text-xs text-ink-3">
                <tr>
                  <th className="px-3 py-1.5 font-medium">{own.column}</th>
                  <th className="w-1/2 px-3 py-1.5 font-medium">{own.meaning}</th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {head.heading.map((title, index) => (
                  <Column
                    key={index}
                    title={title || own.unnamed(index + 1)}
                    examples={head.samples.map((row) => row[index] ?? '').filter(Boolean)}
                    meaning={meanings[index] ?? SKIP}
                    onChange={(next) => onChange(meanings.with(index, next))}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <div aria-live="polite">{complaint && <Notice tone="warn">{complaint}</Notice>}</div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onBack}>
          {words.import.another}
        </Button>
        <Button look="primary" disabled={Boolean(complaint)} onClick={onNext}>
          {own.next}
        </Button>
      </DialogFooter>
    </>
  )
}

type ColumnProps = { title: string; examples: string[]; meaning: Meaning; onChange: (meaning: Meaning) => void }

function Column({ title, examples, meaning, onChange }: ColumnProps) {
  const { import: words } = useContactWords()
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
          label={`${title}: ${words.meaning}`}
          value={meaning || NOTHING}
          choices={useChoices(title, meaning)}
          onChange={(next) => onChange(next === NOTHING ? SKIP : next)}
          marked={meaning !== SKIP}
        />
      </td>
    </tr>
  )
}

const NOTHING = 'skip'

/** Fields of a contact, attributes of the workspace, a new attribute, or nothing. */
function useChoices(title: string, meaning: Meaning): Record<string, string> {
  const { contacts: words } = useWords()
  const { import: own } = useContactWords()
  const { data } = useRead('list_custom_attributes', {})
  const defined = (data?.items ?? []).filter(({ model }) => model === 'contact_attribute')
  const attributes = Object.fromEntries(defined.map(({ key, display_name }) => [ATTRIBUTE + key, display_name]))
  // A new attribute is offered under the name of its column, and kept where another was guessed.
  const others = [fresh(title), meaning].filter((each) => each.startsWith(ATTRIBUTE) && !attributes[each])
  return {
    [NOTHING]: own.skip,
    ...Object.fromEntries(fields.map((field) => [field, words.fields[field]])),
    ...attributes,
    ...Object.fromEntries(others.map((each) => [each, own.fresh(each.slice(ATTRIBUTE.length))])),
  }
}

function useComplaint(meanings: Meaning[]) {
  const { contacts: words } = useWords()
  const { import: own } = useContactWords()
  const complaint = complaintAbout(meanings)
  if (!complaint) return undefined
  if (complaint.is === 'name') return own.needName
  if (complaint.is === 'reach') return own.needReach
  const names: Record<string, string> = words.fields
  return own.doubled(names[complaint.meaning] ?? complaint.meaning.slice(ATTRIBUTE.length))
}
