import { useState } from 'react'
import { Plus, X } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Select } from '#web/ui/select.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { readTyped, typeOf, type AttributeType } from './typed-attribute.ts'
import type { Deal } from './deal.ts'
import { useSave } from './deal-acts.ts'
import { Fact, Part } from './fact.tsx'
import { useDealWords } from './words.ts'

/** What the workspace wants to know besides, each in the way of its type. */
export function Attributes({ deal }: { deal: Deal }) {
  const { attributes: words, sections } = useDealWords()
  const [isAdding, setAdding] = useState(false)
  const save = useSave(deal)
  const known = useRead('list_custom_attributes', {}).data?.items ?? []
  const set = (key: string, value: string | number | boolean | null) => save({ custom_attributes: { [key]: value } })
  const remove = async (key: string) => {
    const refused = await set(key, null)
    if (refused) toast.bad(refused)
  }
  const entries = Object.entries(deal.custom_attributes)
  return (
    <Part
      title={sections.attributes}
      aside={
        !isAdding && (
          <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
    >
      {entries.length === 0 && !isAdding && <p className="text-sm text-ink-3">{words.none}</p>}
      <div className="-mx-2 grid gap-2.5">
        {entries.map(([key, value]) => {
          const definition = known.find((each) => each.key === key)
          return (
            <Fact
              key={key}
              name={definition?.display_name ?? key}
              aside={
                <IconButton
                  size="sm"
                  label={words.remove(key)}
                  onClick={() => void remove(key)}
                  className="-my-1 h-6! w-6!"
                >
                  <X size={13} aria-hidden />
                </IconButton>
              }
            >
              <Value
                label={definition?.display_name ?? key}
                type={typeOf(definition?.type, value)}
                choices={definition?.values ?? []}
                value={value}
                save={(next) => set(key, next)}
              />
            </Fact>
          )
        })}
      </div>
      {isAdding && <AddAttribute onAdd={set} onClose={() => setAdding(false)} />}
    </Part>
  )
}

type ValueProps = {
  label: string
  type: AttributeType
  choices: string[]
  value: string | number | boolean
  save: (value: string | number | boolean) => Promise<string | undefined>
}

function Value({ label, type, choices, value, save }: ValueProps) {
  const { attributes: words, add } = useDealWords()
  const number = useNumbers()
  const pick = async (next: string | boolean) => {
    const refused = await save(next)
    if (refused) toast.bad(refused)
  }
  if (type === 'checkbox')
    return (
      <div className="px-2 py-1">
        <Select
          label={label}
          value={value === true ? 'yes' : 'no'}
          choices={{ yes: words.yes, no: words.no }}
          onChange={(next) => void pick(next === 'yes')}
        />
      </div>
    )
  if (type === 'list' && choices.length > 0)
    return (
      <div className="px-2 py-1">
        <Select
          label={label}
          value={String(value)}
          choices={Object.fromEntries([...new Set([String(value), ...choices])].map((each) => [each, each]))}
          onChange={(next) => void pick(next)}
        />
      </div>
    )
  return (
    <InlineEdit
      label={label}
      value={String(value)}
      shown={typeof value === 'number' ? number(value) : undefined}
      placeholder={add}
      input={inputs[type]}
      save={(text) => save(readTyped(type, text))}
    />
  )
}

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
  const { attributes: words } = useDealWords()
  const [complaint, setComplaint] = useState<string>()
  const add = async (key: string, value: string) => {
    const refused = await onAdd(key, value)
    if (refused) setComplaint(refused)
    else onClose()
  }
  return (
    <form
      onSubmit={submitted(({ key = '', value = '' }) => void add(key.trim(), value.trim()))}
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
