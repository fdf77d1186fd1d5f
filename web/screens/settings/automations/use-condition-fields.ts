import type { SubjectType, Trigger } from '#contract/records/automation.ts'
import { triggers } from '#contract/records/automation.ts'
import type { ConditionField } from '#web/parts/conditions/condition-fields.tsx'
import type { FieldKind } from '#web/parts/conditions/operators.ts'
import { useRead } from '#web/query.ts'
import type { Choice } from '#web/ui/opened/picker.tsx'
import { attributePrefixes, chosen, factsOf, kindsOf } from './condition-kinds.ts'
import { useReferences, type References } from './use-references.ts'
import { useAutomationWords } from './words.ts'

/** What a rule that waits for this event may ask for: the event's own, the record's, and the workspace's attributes. */
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
    return [field, { name, ...kept(kind, references, words.choices), ...(hint && { hint }) }]
  })
  const defined = (data?.items ?? []).flatMap((attribute): [string, ConditionField][] => {
    const prefix = prefixOf(triggers[event], attribute.model)
    if (!prefix) return []
    return [[`${prefix}.${attribute.key}`, { name: attribute.display_name, kind: 'attribute', hint: words.attribute }]]
  })
  return Object.fromEntries([...own, ...defined])
}

const prefixOf = (subject: SubjectType, model: 'contact_attribute' | 'conversation_attribute') =>
  attributePrefixes[subject][model]

type Chosen = Record<keyof typeof chosen, Record<string, string>>

/** A choice of the workspace's or of a few words is a choice; everything else is what it is. */
function kept(kind: string, references: References, words: Chosen): Pick<ConditionField, 'kind' | 'choices'> {
  if (kind in chosen) {
    const names = words[kind as keyof typeof chosen]
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
