import { useState } from 'react'
import { useRead } from '#web/app/query.ts'
import { readValue, type Value } from '#web/features/contacts/attributes/attribute-values.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import type { Person } from '#web/features/contacts/contact-card.tsx'
import { ContactField } from '#web/features/deals/create/contact-field.tsx'
import type { Deal } from '#web/features/deals/deal.ts'
import { attributeKey } from '#web/features/deals/required-fields.ts'
import { useDealAttributes } from '#web/features/deals/use-deal-attributes.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select.tsx'

export type Answer = Value | undefined

type Props = {
  deal: Deal
  field: string
  value: Answer
  onChange: (value: Answer) => void
  error: string | undefined
}

/** The input for one required field, by its type. */
export function RequiredField(props: Props) {
  const { fields } = useDealWords()
  const names: Record<string, string> = fields
  const { field, value, onChange, error } = props
  const label = names[field] ?? field
  if (attributeKey(field) !== undefined) return <AttributeInput {...props} />
  if (field === 'owner') return <OwnerInput label={label} value={value} onChange={onChange} />
  if (field === 'contact') return <ContactInput onChange={onChange} error={error} />
  if (field === 'amount' || field === 'estimated_value')
    return <TypedInput type="currency" label={label} onChange={onChange} error={error} />
  const text = { label, value: String(value ?? ''), error }
  if (field === 'description') return <TextArea {...text} onChange={(event) => onChange(event.target.value)} />
  return <TextField {...text} autoComplete="off" maxLength={255} onChange={(event) => onChange(event.target.value)} />
}

function OwnerInput({ label, value, onChange }: { label: string } & Pick<Props, 'value' | 'onChange'>) {
  const agents = useRead('list_agents', {}).data?.items ?? []
  const { required: words } = usePipelineWords()
  return (
    <SelectField
      label={label}
      placeholder={words.choose}
      value={String(value ?? '')}
      choices={agents.map(({ id, name }) => [id, name] as const)}
      onChange={onChange}
    />
  )
}

function ContactInput({ onChange, error }: Pick<Props, 'onChange' | 'error'>) {
  const [contact, choose] = useState<Person>()
  const pick = (next: Person | undefined) => {
    choose(next)
    onChange(next?.id)
  }
  return <ContactField contact={contact} onPick={pick} error={error} />
}

/** A custom field, chosen from its values or typed. Without a definition it is text. */
function AttributeInput({ deal, field, value, onChange, error }: Props) {
  const key = attributeKey(field)!
  const { required: words, filters } = usePipelineWords()
  const defined = useDealAttributes(deal.kind === 'lead' ? 'leads' : 'opportunities')
  const definition = defined.find((each) => each.key === key)
  const label = definition?.display_name ?? key
  const type = definition?.type ?? 'text'
  if (type !== 'list' && type !== 'checkbox')
    return <TypedInput type={type} label={label} onChange={onChange} error={error} />
  const choices =
    type === 'list'
      ? definition!.values.map((each) => [each, each] as const)
      : ([
          ['true', filters.yes],
          ['false', filters.no],
        ] as const)
  return (
    <SelectField
      label={label}
      placeholder={words.choose}
      value={value === undefined ? '' : String(value)}
      choices={choices}
      onChange={(next) => onChange(readValue(type, next) ?? undefined)}
      error={error}
    />
  )
}

type TypedProps = { type: Parameters<typeof readValue>[0]; label: string } & Pick<Props, 'onChange' | 'error'>

/** Text that is read as its type; unreadable text is no answer. */
function TypedInput({ type, label, onChange, error }: TypedProps) {
  const { attributes } = useContactWords()
  const [text, setText] = useState('')
  const isWrong = text.trim() !== '' && readValue(type, text) === undefined
  return (
    <TextField
      label={label}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'text' || type === 'link' || type === 'date' ? 'text' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(readValue(type, event.target.value) ?? undefined)
      }}
      error={isWrong ? attributes.invalid[type] : error}
    />
  )
}
