import { useState } from 'react'
import { Plus } from '#web/ui/icons.ts'
import type { Condition } from '#contract/filters.ts'
import { ConditionFields } from '#web/features/conditions/condition-fields.tsx'
import { isWhole } from '#web/features/conditions/operators.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { ContactFilters } from '#web/screens/contacts/contact-filters.ts'
import { readCondition, writeCondition } from '#web/features/conditions/condition-param.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { useContactFields } from './use-contact-fields.ts'

type Props = { filters: ContactFilters; onChange: (filters: ContactFilters) => void }

/** Conditions on any field, all of which must be met. The list is updated while they are edited. */
export function Conditions({ filters, onChange }: Props) {
  const { filters: words } = useContactsScreenWords()
  const condition = useConditionWords()
  const fields = useContactFields()
  const [draft, setDraft] = useState<Condition[]>(() =>
    (filters.where ?? []).flatMap((text) => readCondition(text) ?? []),
  )
  const where = draft.filter(isWhole).map(withoutEmpty).map(writeCondition)
  useDebounced(where.join('\n'), (written) => {
    if (written !== (filters.where ?? []).join('\n')) onChange({ ...filters, where })
  })
  const { open = 'any' } = filters

  return (
    <div className="grid gap-4">
      <SelectField
        label={words.conversation}
        value={open}
        choices={words.conversations}
        onChange={(next) => onChange(next === 'any' ? withoutOpen(filters) : { ...filters, open: next })}
      />
      <div>
        <div className="mb-1.5 text-sm font-medium">{words.conditions}</div>
        <div className="grid gap-2">
          {draft.map((each, index) => (
            <ConditionFields
              key={index}
              label={condition.number(index + 1)}
              value={each}
              fields={fields}
              onChange={(next) => setDraft(draft.with(index, next))}
              onRemove={() => setDraft(draft.toSpliced(index, 1))}
            />
          ))}
          <Button
            look="outline"
            size="sm"
            className="justify-self-start"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => setDraft([...draft, newCondition])}
          >
            {condition.add}
          </Button>
        </div>
      </div>
    </div>
  )
}

const newCondition: Condition = { field: 'city', operator: 'equal_to', values: [''] }
const withoutEmpty = (each: Condition) => ({ ...each, values: each.values.filter((value) => value !== '') })
const withoutOpen = ({ open: _open, ...others }: ContactFilters): ContactFilters => others
