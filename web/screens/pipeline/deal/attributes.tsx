import { useState } from 'react'
import { Plus, X } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Select } from '#web/ui/select.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Deal } from '#web/features/deals/deal.ts'
import { useDealAttributes } from '#web/features/deals/use-deal-attributes.ts'
import { parseAttribute, attributeType, type AttributeType } from './parse-attribute.ts'
import { useSave } from './deal-actions.ts'
import { LabelledValue, Section } from './section.tsx'
import { useDrawerWords } from './words.ts'

/** Custom fields, each edited according to its type. */
export function Attributes({ deal }: { deal: Deal }) {
  const { attributes: words, sections } = useDrawerWords()
  const [isAdding, setAdding] = useState(false)
  const save = useSave(deal)
  const defined = useDealAttributes(deal.kind === 'lead' ? 'leads' : 'opportunities')
  const set = (key: string, value: string | number | boolean | null) => save({ custom_attributes: { [key]: value } })
  const remove = async (key: string) => {
    const refused = await set(key, null)
    if (refused) toast.bad(refused)
  }
  const others = Object.keys(deal.custom_attributes).filter((key) => !defined.some((each) => each.key === key))
  const rows = [...defined.map(({ key }) => key), ...others]
  return (
    <Section
      title={sections.attributes}
      aside={
        !isAdding && (
          <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
    >
      {rows.length === 0 && !isAdding && <p className="text-sm text-ink-3">{words.none}</p>}
      <div className="-mx-2 grid gap-2.5">
        {rows.map((key) => {
          const definition = defined.find((each) => each.key === key)
          const name = definition?.display_name ?? key
          const value = deal.custom_attributes[key]
          return (
            <LabelledValue
              key={key}
              name={name}
              aside={
                value !== undefined && <RemoveButton label={words.remove(name)} onRemove={() => void remove(key)} />
              }
            >
              <Value
                label={name}
                type={attributeType(definition?.type, value)}
                choices={definition?.values ?? []}
                value={value}
                save={(next) => set(key, next)}
              />
            </LabelledValue>
          )
        })}
      </div>
      {isAdding && <AddAttribute onAdd={set} onClose={() => setAdding(false)} />}
    </Section>
  )
}

const RemoveButton = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <IconButton size="sm" label={label} onClick={onRemove} className="-my-1 h-6! w-6!">
    <X size={13} aria-hidden />
  </IconButton>
)

type ValueProps = {
  label: string
  type: AttributeType
  choices: string[]
  value: string | number | boolean | undefined
  save: (value: string | number | boolean) => Promise<string | undefined>
}

function Value({ label, type, choices, value, save }: ValueProps) {
  const { attributes: words, add } = useDrawerWords()
  const number = useNumbers()
  const pick = async (next: string | boolean) => {
    const refused = await save(next)
    if (refused) toast.bad(refused)
  }
  const known = [...new Set([...(value === undefined ? [] : [String(value)]), ...choices])]
  if (type === 'checkbox')
    return (
      <div className="px-2 py-1">
        <Select
          label={label}
          value={value === undefined ? UNSET : value === true ? 'yes' : 'no'}
          choices={optional(value, { yes: words.yes, no: words.no }, words.choose)}
          onChange={(next) => next !== UNSET && void pick(next === 'yes')}
        />
      </div>
    )
  if (type === 'list' && choices.length > 0)
    return (
      <div className="px-2 py-1">
        <Select
          label={label}
          value={value === undefined ? UNSET : String(value)}
          choices={optional(value, Object.fromEntries(known.map((each) => [each, each])), words.choose)}
          onChange={(next) => next !== UNSET && void pick(next)}
        />
      </div>
    )
  return (
    <InlineEdit
      label={label}
      value={value === undefined ? '' : String(value)}
      shown={typeof value === 'number' ? number(value) : undefined}
      placeholder={add}
      input={inputs[type]}
      save={(text) => save(parseAttribute(type, text))}
    />
  )
}

/** Marks a field without a value in its choices. */
const UNSET = 'unset'

/** The choices of a field; one without a value also shows that it has none. */
const optional = (value: unknown, choices: Record<string, string>, none: string): Record<string, string> =>
  value === undefined ? { [UNSET]: none, ...choices } : choices

const inputs = {
  text: {},
  list: {},
  checkbox: {},
  number: { inputMode: 'decimal' },
  currency: { inputMode: 'decimal' },
  percent: { inputMode: 'decimal' },
  link: { type: 'url' },
  date: { type: 'date' },
} as const

type AddProps = { onAdd: (key: string, value: string) => Promise<string | undefined>; onClose: () => void }

function AddAttribute({ onAdd, onClose }: AddProps) {
  const { common } = useWords()
  const { attributes: words } = useDrawerWords()
  const [complaint, setComplaint] = useState<string>()
  const add = async (key: string, value: string) => {
    const refused = await onAdd(key, value)
    if (refused) setComplaint(refused)
    else onClose()
  }
  return (
    <form
      onSubmit={handleSubmit(({ key = '', value = '' }) => void add(key.trim(), value.trim()))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="mt-2 grid gap-3 rounded-xl bg-sunken p-3"
    >
      <TextField label={words.key} name="key" required autoFocus error={complaint} />
      <TextField label={words.value} name="value" />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button size="sm" look="primary" type="submit">
          {common.add}
        </Button>
      </div>
    </form>
  )
}
