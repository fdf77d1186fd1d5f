import { useState } from 'react'
import { Plus, Trash2 } from 'lucide-react'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { useWords } from '#web/i18n.ts'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AddAttribute } from './add-attribute.tsx'
import { AttributeField } from './attribute-field.tsx'
import { like, type Value } from './attribute-values.ts'
import { Row, Section } from './section.tsx'

type Props = {
  title: string
  model: CustomAttribute['model']
  values: Record<string, Value>
  /** Saves what changed; answers with a complaint when it was refused. */
  save: (change: Record<string, Value | null>) => Promise<string | undefined>
  folds?: string
}

/** What this account wants to know besides: campaign, birthday, size of shoe. What it has defined stands there even when empty. */
export function Attributes({ title, model, values, save, folds }: Props) {
  const { contacts: words } = useWords()
  const [isAdding, setAdding] = useState(false)
  const { data } = useRead('list_custom_attributes', {})
  const defined = data?.items.filter((each) => each.model === model) ?? []
  const others = Object.entries(values).filter(([key]) => !defined.some((each) => each.key === key))
  const add = (
    <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
      {words.attributes.add}
    </Button>
  )

  return (
    <Section title={title} aside={!isAdding && add} {...(folds && { folds })}>
      {!data && <Skeleton className="my-3 h-3 w-56" />}
      {defined.map((attribute) => (
        <AttributeField
          key={attribute.key}
          attribute={attribute}
          value={values[attribute.key]}
          save={(value) => save({ [attribute.key]: value })}
        />
      ))}
      {data && others.map(([key, value]) => <Other key={key} name={key} value={value} save={save} />)}
      {isAdding && <AddAttribute onAdd={(key, value) => save({ [key]: value })} onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** A value nobody has defined. */
function Other({ name, value, save }: { name: string; value: Value; save: Props['save'] }) {
  const { contacts: words } = useWords()
  const remove = async () => {
    const refused = await save({ [name]: null })
    if (refused) toast.bad(refused)
  }
  return (
    <Row
      name={<span title={name}>{name}</span>}
      aside={
        <IconButton size="sm" label={words.attributes.remove(name)} onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      }
    >
      <InlineEdit
        label={name}
        value={String(value)}
        placeholder="—"
        save={(text) => save({ [name]: like(value, text) })}
      />
    </Row>
  )
}
