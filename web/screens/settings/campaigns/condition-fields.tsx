import { X } from 'lucide-react'
import type { Condition } from '#contract/filters.ts'
import { useLabels } from '#web/parts/labels.ts'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import { needsNoValue, operatorsOf, type FieldKind } from './audience.ts'
import { useContactFields } from './use-contact-fields.ts'

type Props = { label: string; value: Condition; onChange: (condition: Condition) => void; onRemove: () => void }

/** One condition on one line: what, how, with what. */
export function ConditionFields({ label, value, onChange, onRemove }: Props) {
  const { condition: words } = useSettingsWords().campaigns
  const known = useContactFields()
  const { field, operator, values } = value
  const fields = known[field] ? known : { ...known, [field]: { name: field, kind: 'text' as const } }
  const { kind } = fields[field]!
  const offered = [...new Set([...operatorsOf(kind), operator])]

  const setField = (next: string) => {
    const fitting = operatorsOf(fields[next]!.kind)
    onChange({ field: next, operator: fitting.includes(operator) ? operator : fitting[0]!, values: [''] })
  }
  const setOperator = (next: Condition['operator']) =>
    onChange({ field, operator: next, values: needsNoValue(next) ? [] : [values[0] ?? ''] })

  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      <Select
        label={words.field}
        value={field}
        choices={Object.fromEntries(Object.entries(fields).map(([key, { name }]) => [key, name]))}
        onChange={setField}
      />
      <Select
        label={words.operator}
        value={operator}
        choices={Object.fromEntries(offered.map((each) => [each, words.operators[each]])) as typeof words.operators}
        onChange={setOperator}
      />
      {!needsNoValue(operator) && (
        <Value
          kind={operator === 'days_before' ? 'days' : kind}
          value={String(values[0] ?? '')}
          onChange={(text) => onChange({ field, operator, values: [text] })}
        />
      )}
      <IconButton size="sm" label={words.remove} onClick={onRemove}>
        <X size={15} aria-hidden />
      </IconButton>
    </div>
  )
}

type ValueProps = { kind: FieldKind | 'days'; value: string; onChange: (text: string) => void }

function Value({ kind, value, onChange }: ValueProps) {
  const { condition: words } = useSettingsWords().campaigns
  const { labels } = useLabels()
  const type = { days: 'number', moment: 'date', text: 'text', titles: 'text', attribute: 'text' }[kind]
  return (
    <>
      <input
        type={type}
        aria-label={words.value}
        placeholder={words.value}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        {...(kind === 'titles' && { list: 'audience-labels' })}
        {...(kind === 'days' && { min: 0 })}
        className={cx(inputClass, 'h-8 w-auto! min-w-32 flex-1 text-sm pointer-coarse:h-10')}
      />
      {kind === 'titles' && (
        <datalist id="audience-labels">
          {labels.map(({ title }) => (
            <option key={title} value={title} />
          ))}
        </datalist>
      )}
    </>
  )
}
