import type { Trigger } from '#contract/records/automation.ts'
import { triggers } from '#contract/records/automation.ts'
import { useRead } from '#web/app/query.ts'
import type { ConditionField } from '#web/features/conditions/condition-fields.tsx'
import type { FieldKind } from '#web/features/conditions/operators.ts'
import type { Choice } from '#web/ui/popup/picker.tsx'
import { attributePrefixes, enumFields, factsOf, kindsOf } from './condition-kinds.ts'
import { useReferences, type References } from './use-references.ts'
import { useAutomationWords } from './words.ts'

/** The fields a rule with this trigger can use: of the event, of the record, and custom fields. */
export function useConditionFields(event: Trigger): Record<string, ConditionField> {
  const words = useAutomationWords()
  const references = useReferences()
  const { data } = useRead('list_custom_attributes', {})
  const facts = factsOf(event)
  const hintOf = (field: string) => {
    if (field in facts) return words.ofEvent
    return field.startsWith('contact.') ? words.ofContact : undefined
  }
  const own = Object.entries(kindsOf(event)).map(([field, kind]): [string, ConditionField] => {
    const hint = hintOf(field)
    const name = words.conditionFields[field.replace(/^contact\./, '')] ?? field
    return [field, { name, ...valueKind(kind, references, words.choices), ...(hint && { hint }) }]
  })
  const defined = (data?.items ?? []).flatMap((attribute): [string, ConditionField][] => {
    const prefix = attributePrefixes[triggers[event]][attribute.model]
    if (!prefix) return []
    return [[`${prefix}.${attribute.key}`, { name: attribute.display_name, kind: 'attribute', hint: words.attribute }]]
  })
  return Object.fromEntries([...own, ...defined])
}

type EnumWords = Record<keyof typeof enumFields, Record<string, string>>

/** A choice of the workspace's or of a few words is a choice; everything else is what it is. */
function valueKind(kind: string, references: References, words: EnumWords): Pick<ConditionField, 'kind' | 'choices'> {
  if (kind in enumFields) {
    const names = words[kind as keyof typeof enumFields]
    return { kind: 'choice', choices: Object.entries(names).map(([id, name]) => ({ id, name })) }
  }
  const lists: Record<string, readonly Choice[]> = {
    agents: references.agents,
    teams: references.teams,
    inboxes: references.inboxes,
    pipelines: references.pipelines.map(({ id, name }) => ({ id, name })),
    stages: references.pipelines.flatMap((each) => each.stages.map(({ id, name }) => ({ id, name, hint: each.name }))),
  }
  const choices = lists[kind]
  return choices ? { kind: 'choice', choices } : { kind: kind as FieldKind }
}
