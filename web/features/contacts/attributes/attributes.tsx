import { useState } from 'react'
import { Plus, Trash2 } from '#web/ui/icons.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import type { KeptAttributes } from '#contract/scalars.ts'
import { useRead } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { AddAttribute } from './add-attribute.tsx'
import { AttributeField } from './attribute-field.tsx'
import { readLike, type Value } from './attribute-values.ts'
import { Row, Section } from '#web/features/contacts/section.tsx'
import { useContactWords } from '#web/features/contacts/words.ts'

type Props = {
  title: string
  model: CustomAttribute['model']
  values: KeptAttributes
  /** Saves a change; resolves to an error text when it is rejected. */
  save: (change: Record<string, Value | null>) => Promise<string | undefined>
  storageKey?: string
}

/** Custom fields. Those the workspace has defined are shown even when empty. */
export function Attributes({ title, model, values, save, storageKey }: Props) {
  const { attributes: words } = useContactWords()
  const [isAdding, setAdding] = useState(false)
  const { data } = useRead('list_custom_attributes', {})
  const defined = data?.items.filter((each) => each.model === model) ?? []
  const others = Object.entries(values).filter(([key]) => !defined.some((each) => each.key === key))
  const add = (
    <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )

  return (
    <Section title={title} aside={!isAdding && add} {...(storageKey && { storageKey })}>
      {!data && <Skeleton className="my-3 h-3 w-56" />}
      {defined.map((attribute) => (
        <AttributeField
          key={attribute.key}
          attribute={attribute}
          value={plainOf(values[attribute.key])}
          save={(value) => save({ [attribute.key]: value })}
        />
      ))}
      {data && others.map(([key, value]) => <UndefinedAttribute key={key} name={key} value={value} save={save} />)}
      {isAdding && <AddAttribute onAdd={(key, value) => save({ [key]: value })} onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** A value without a definition. */
function UndefinedAttribute({ name, value, save }: { name: string; value: StoredValue; save: Props['save'] }) {
  const { attributes: words } = useContactWords()
  const origins = useOrigins()
  const plain = plainOf(value)
  const remove = async () => {
    const error = await save({ [name]: null })
    if (error) toast.bad(error)
  }
  return (
    <Row
      name={<span title={name}>{name}</span>}
      aside={
        <IconButton size="sm" label={words.remove(name)} onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      }
    >
      {plain === undefined ? (
        <code className="text-xs wrap-anywhere text-ink-2">{JSON.stringify(value)}</code>
      ) : (
        <InlineEdit
          label={name}
          value={String(plain)}
          shown={origins.valueOf(name, plain)}
          placeholder="—"
          save={(text) => save({ [name]: readLike(plain, text) })}
        />
      )}
    </Row>
  )
}

type StoredValue = KeptAttributes[string]

/** A value people can edit. Lists and objects belong to programs and are shown as they are. */
function plainOf(value: StoredValue | undefined): Value | undefined {
  return typeof value === 'object' ? undefined : value
}
