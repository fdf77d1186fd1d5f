import type { Action, SubjectType } from '#contract/records/automation.ts'
import { VariableArea } from '#web/features/message-template/variable-area.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import type { Choice } from '#web/ui/popup/picker.tsx'
import { variablesOf, type ActionType } from './action-kinds.ts'
import { useReferences } from './use-references.ts'
import { useAutomationWords } from './words.ts'

type Of<T extends ActionType> = Extract<Action, { type: T }>
export type ActionProps<T extends ActionType = ActionType> = {
  action: Of<T>
  subject: SubjectType
  onChange: (action: Action) => void
  errors: Record<string, string>
}

type ReferenceProps = ActionProps & {
  field: string
  list: 'agents' | 'labels'
  label?: string
  /** The label of the empty choice. */
  open?: string
}

/** Picks a record of the workspace by id. */
export function Reference({ action, onChange, errors, field, list, label, open }: ReferenceProps) {
  const { actions: words } = useAutomationWords()
  const choices = useReferences()[list]
  const value = (action as unknown as Record<string, string | undefined>)[field]
  const { [field]: _, ...without } = action as unknown as Record<string, string>
  return (
    <Choose
      label={label ?? words[field as 'agent' | 'label']}
      value={value ?? ''}
      choices={open === undefined ? choices : [{ id: '', name: open }, ...choices]}
      onPick={(id) => onChange((id ? { ...action, [field]: id } : without) as Action)}
      error={errors[field]}
    />
  )
}

type ChooseProps = {
  label: string
  value: string
  choices: readonly Choice[]
  onPick: (id: string) => void
  error?: string | undefined
}

/** Picks one of many; a missing choice has its own message, independent of the server's error.  */
export function Choose({ error, onPick, ...props }: ChooseProps) {
  const { actions: words } = useAutomationWords()
  return (
    <PickerField
      {...props}
      search={words.find}
      onChange={onPick}
      nothing={words.nothing}
      placeholder={words.choose}
      error={error && (props.value === '' ? words.needed : error)}
    />
  )
}

type WordsProps = ActionProps & { field: 'content' | 'body'; label?: string; optional?: string }

/** A text with variables. */
export function Words({ action, subject, onChange, errors, field, label }: WordsProps) {
  const { actions: words, variables } = useAutomationWords()
  const text = (action as unknown as Record<string, string | undefined>)[field] ?? ''
  return (
    <VariableArea
      label={label ?? (action.type === 'add_note' ? words.note : words.content)}
      value={text}
      onChange={(next) => onChange({ ...action, [field]: next } as Action)}
      variables={Object.fromEntries(variablesOf(subject).map((path) => [path, variables[path] ?? path]))}
      insertLabel={words.insert}
      error={errors[field] && (text.trim() === '' ? words.needed : errors[field])}
    />
  )
}
