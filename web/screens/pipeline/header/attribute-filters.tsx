import type { CustomAttribute } from '#contract/records/workspace.ts'
import { readCondition, writeCondition } from '#web/features/conditions/condition-param.ts'
import type { Kind } from '#web/features/deals/kinds.ts'
import { useDealAttributes } from '#web/features/deals/use-deal-attributes.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { SelectField } from '#web/ui/select.tsx'
import { DebouncedField } from './debounced-field.tsx'

type Props = { kind: Kind; where: readonly string[]; onChange: (where: string[] | undefined) => void }

/** A filter for each custom field. They are conditions of the address, like those a report sets. */
export function AttributeFilters({ kind, where, onChange }: Props) {
  const defined = useDealAttributes(kind)
  return defined.map((attribute) => {
    const field = `custom_attributes.${attribute.key}`
    const isOwn = (text: string) => readCondition(text)?.field === field
    const set = (value: string) => {
      const operator = contained.has(attribute.type) ? 'contains' : 'equal_to'
      const others = where.filter((text) => !isOwn(text))
      const next = value ? [...others, writeCondition({ field, operator, values: [value] })] : others
      onChange(next.length > 0 ? next : undefined)
    }
    const own = where.find(isOwn)
    const value = String((own && readCondition(own)?.values[0]) ?? '')
    return <AttributeFilter key={attribute.key} attribute={attribute} value={value} onChange={set} />
  })
}

const contained = new Set<CustomAttribute['type']>(['text', 'link', 'date'])

type FilterProps = { attribute: CustomAttribute; value: string; onChange: (value: string) => void }

function AttributeFilter({ attribute: { display_name: label, type, values }, value, onChange }: FilterProps) {
  const { filters: words } = usePipelineWords()
  if (type !== 'list' && type !== 'checkbox') return <DebouncedField label={label} value={value} onCommit={onChange} />
  const choices =
    type === 'list'
      ? values.map((each) => [each, each] as const)
      : ([
          ['true', words.yes],
          ['false', words.no],
        ] as const)
  return (
    <SelectField
      label={label}
      value={value || ANY}
      choices={[[ANY, words.attentions.all], ...choices]}
      onChange={(next) => onChange(next === ANY ? '' : next)}
    />
  )
}

const ANY = 'any'
