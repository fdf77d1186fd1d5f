import { Plus } from '#web/ui/icons.ts'
import type { Condition, Filter } from '#contract/filters.ts'
import { ConditionFields, type ConditionField } from '#web/features/conditions/condition-fields.tsx'
import { about } from '#web/features/conditions/operators.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { useAutomationWords } from './words.ts'

type Props = {
  value: Filter | null
  onChange: (filter: Filter | null) => void
  fields: Record<string, ConditionField>
  /** Errors by path: `conditions/any/0/all/1/values`. */
  errors: Record<string, string>
}

/** Groups of conditions; all conditions of at least one group must match. */
export function ConditionsEditor({ value, onChange, fields, errors }: Props) {
  const { fields: words } = useAutomationWords()
  const conditionWords = useConditionWords()
  const groups = value?.any ?? []
  const set = (next: Filter['any']) => {
    const any = next.filter(({ all }) => all.length > 0)
    onChange(any.length > 0 ? { any } : null)
  }
  const first = () => {
    const [field, { kind }] = Object.entries(fields)[0]!
    return about(field, kind, kind === 'text' ? 'contains' : 'equal_to')
  }
  const button = (label: string, run: () => void) => (
    <Button look="outline" size="sm" icon={<Plus size={14} aria-hidden />} onClick={run}>
      {label}
    </Button>
  )
  if (groups.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{words.always}</p>
        {button(conditionWords.add, () => set([{ all: [first()] }]))}
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      {groups.map((group, index) => (
        <div key={index} className="grid grid-cols-1 gap-3">
          {index > 0 && <Between text={words.or} />}
          <Group
            label={words.group(index + 1)}
            group={group.all}
            fields={fields}
            errorOf={(at) => complaint(errors, `conditions/any/${index}/all/${at}/`)}
            onChange={(all) => set(groups.with(index, { all }))}
            add={button(conditionWords.add, () => set(groups.with(index, { all: [...group.all, first()] })))}
          />
        </div>
      ))}
      <div>{button(words.addGroup, () => set([...groups, { all: [first()] }]))}</div>
    </div>
  )
}

type GroupProps = {
  label: string
  group: Condition[]
  fields: Props['fields']
  errorOf: (index: number) => string | undefined
  onChange: (all: Condition[]) => void
  add: React.ReactNode
}

function Group({ label, group, fields, errorOf, onChange, add }: GroupProps) {
  const { fields: words } = useAutomationWords()
  const { number } = useConditionWords()
  return (
    <div
      role="group"
      aria-label={label}
      className="grid grid-cols-1 gap-2 rounded-xl bg-sunken p-3 ring-1 ring-line ring-inset"
    >
      {group.map((condition, index) => (
        <div key={index} className="grid gap-2">
          {index > 0 && <span className="text-xs font-medium text-ink-3">{words.and}</span>}
          <ConditionFields
            label={number(index + 1)}
            value={condition}
            fields={fields}
            onChange={(next) => onChange(group.with(index, next))}
            onRemove={() => onChange(group.toSpliced(index, 1))}
            error={errorOf(index)}
          />
        </div>
      ))}
      <div>{add}</div>
    </div>
  )
}

const Between = ({ text }: { text: string }) => (
  <div className="flex items-center gap-3 text-xs font-semibold text-ink-3">
    <span className="h-px flex-1 bg-line" />
    {text}
    <span className="h-px flex-1 bg-line" />
  </div>
)

const complaint = (errors: Record<string, string>, before: string) =>
  Object.entries(errors).find(([field]) => field.startsWith(before))?.[1]
