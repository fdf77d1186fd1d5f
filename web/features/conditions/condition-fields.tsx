import { ChevronDown, X } from '#web/ui/icons.ts'
import type { Condition, Operator } from '#contract/filters.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Picker } from '#web/ui/picker.tsx'
import type { Choice } from '#web/ui/popup/picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { ConditionValues } from './condition-values.tsx'
import { about, needsNoValue, operatorsOf, valuesFor, type FieldKind } from './operators.ts'
import { useConditionWords } from './words.ts'

/** A field that conditions can use; `choices` are its possible values, if limited. */
export type ConditionField = { name: string; kind: FieldKind; choices?: readonly Choice[]; hint?: string }

type Props = {
  label: string
  value: Condition
  fields: Record<string, ConditionField>
  onChange: (condition: Condition) => void
  onRemove: () => void
  error?: string | undefined
}

/** One condition: field, operator and values. */
export function ConditionFields({ label, value, fields: available, onChange, onRemove, error }: Props) {
  const words = useConditionWords()
  const { field, operator } = value
  // A field set through the API that this form does not know is kept.
  const fields = available[field] ? available : { ...available, [field]: { name: field, kind: 'text' as const } }
  const own = fields[field]!
  const offered = [...new Set([...operatorsOf(own.kind), operator])]
  const setOperator = (next: Operator) =>
    onChange({ field, operator: next, values: keeps(operator, next) ? value.values : valuesFor(own.kind, next) })

  return (
    <div role="group" aria-label={label} className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <Picker
          label={words.find}
          nothing={words.nothing}
          value={field}
          choices={Object.entries(fields).map(([id, { name, hint }]) => ({ id, name, hint }))}
          onPick={(next) => onChange(about(next, fields[next]!.kind, operator))}
          trigger={
            <Button look="outline" aria-label={`${words.field}: ${own.name}`} className="max-w-full font-normal">
              <span className="truncate">{own.name}</span>
              <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
            </Button>
          }
        />
        <Select
          label={words.operator}
          value={operator}
          choices={Object.fromEntries(offered.map((each) => [each, words.operators[each]])) as typeof words.operators}
          onChange={setOperator}
        />
        {!needsNoValue(operator) && (
          <ConditionValues
            field={own}
            operator={operator}
            values={value.values}
            onChange={(values) => onChange({ field, operator, values })}
          />
        )}
        <IconButton size="sm" label={words.remove} onClick={onRemove}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      {error && (
        <p role="alert" className="mt-1 text-xs text-danger-text">
          {error}
        </p>
      )}
    </div>
  )
}

/** Days are a number; everything else has the type of the field. */
const keeps = (before: Operator, next: Operator) =>
  !needsNoValue(before) && !needsNoValue(next) && (before === 'days_before') === (next === 'days_before')
