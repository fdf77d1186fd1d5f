import { useState } from 'react'
import { Plus } from 'lucide-react'
import type { Condition } from '#contract/filters.ts'
import { ConditionFields } from '#web/parts/conditions/condition-fields.tsx'
import { isWhole } from '#web/parts/conditions/operators.ts'
import { useConditionWords } from '#web/parts/conditions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { Kept } from '#web/screens/contacts/contact-filters.ts'
import { readCondition, writeCondition } from '#web/screens/inbox/conversation-filters.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { useContactFields } from './use-contact-fields.ts'

type Props = { filters: Kept; onChange: (filters: Kept) => void }

/** Conditions over any field, all of which must hold. The list follows while they are written. */
export function Conditions({ filters, onChange }: Props) {
  const { filters: words } = useContactWords()
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
        onChange={(next) => onChange(next === 'any' ? without(filters) : { ...filters, open: next })}
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
            onClick={() => setDraft([...draft, fresh])}
          >
            {condition.add}
          </Button>
        </div>
      </div>
    </div>
  )
}

const fresh: Condition = { field: 'city', operator: 'equal_to', values: [''] }
const withoutEmpty = (each: Condition) => ({ ...each, values: each.values.filter((value) => value !== '') })
const without = ({ open: _open, ...others }: Kept): Kept => others
