import { useRef } from 'react'
import { ArrowDown, ArrowUp, Plus, X } from '#web/ui/icons.ts'
import type { Action, SubjectType } from '#contract/records/automation.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { ActionFields } from './action-fields.tsx'
import { blank, actionTypesFor, type ActionType } from './action-kinds.ts'
import { useAutomationWords } from './words.ts'

type Props = {
  value: Action[]
  onChange: (actions: Action[]) => void
  /** Errors by path: `actions/0/label`. */
  errors: Record<string, string>
  /** The record type; macros run on conversations. */
  subject?: SubjectType
}

/** Edits the actions of a rule or macro. */
export function ActionsEditor({ value, onChange, errors, subject = 'conversation' }: Props) {
  const { actions: words } = useAutomationWords()
  const add = useRef<HTMLButtonElement>(null)
  const types = actionTypesFor(subject)
  const remove = (index: number) => {
    onChange(value.toSpliced(index, 1))
    add.current?.focus()
  }
  const move = (from: number, to: number) => onChange(value.toSpliced(from, 1).toSpliced(to, 0, value[from]!))
  return (
    <div className="grid grid-cols-1 gap-3">
      {errors['actions'] && <Notice>{value.length === 0 ? words.none : errors['actions']}</Notice>}
      {value.length > 0 && (
        <ol className="grid grid-cols-1 gap-3">
          {value.map((action, index) => (
            <li key={index}>
              <Card
                action={action}
                index={index}
                count={value.length}
                types={types}
                subject={subject}
                errors={errors}
                onChange={(next) => onChange(value.with(index, next))}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      <Menu
        align="start"
        trigger={
          <Button ref={add} look="outline" className="justify-self-start" icon={<Plus size={15} aria-hidden />}>
            {words.add}
          </Button>
        }
      >
        {types.map((type) => (
          <MenuItem key={type} onSelect={() => onChange([...value, blank(type)])}>
            {words.names[type]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

type CardProps = {
  action: Action
  index: number
  count: number
  types: ActionType[]
  subject: SubjectType
  errors: Record<string, string>
  onChange: (action: Action) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function Card({ action, index, count, types, subject, errors, onChange, onMove, onRemove }: CardProps) {
  const { actions: words } = useAutomationWords()
  const offered = [...new Set([...types, action.type])]
  const own = ownErrors(errors, index)
  return (
    <div
      role="group"
      aria-label={words.number(index + 1)}
      className="rounded-xl bg-sunken p-3 ring-1 ring-line ring-inset"
    >
      <div className="flex items-center gap-2">
        <span aria-hidden className="w-4 text-center text-sm text-ink-3 tabular-nums">
          {index + 1}
        </span>
        <div className="min-w-0 flex-1">
          <Select
            label={words.type}
            value={action.type}
            choices={Object.fromEntries(offered.map((type) => [type, words.names[type]])) as typeof words.names}
            onChange={(type) => onChange(blank(type))}
          />
        </div>
        <IconButton size="sm" label={words.up} disabled={index === 0} onClick={() => onMove(index - 1)}>
          <ArrowUp size={15} aria-hidden />
        </IconButton>
        <IconButton size="sm" label={words.down} disabled={index === count - 1} onClick={() => onMove(index + 1)}>
          <ArrowDown size={15} aria-hidden />
        </IconButton>
        <IconButton size="sm" label={words.remove} onClick={onRemove}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      {own['type'] && <p className="mt-2 text-xs text-danger-text">{own['type']}</p>}
      <ActionFields action={action} subject={subject} onChange={onChange} errors={own} />
    </div>
  )
}

/** The errors of one action by field. */
function ownErrors(errors: Record<string, string>, index: number) {
  const before = `actions/${index}/`
  const own = Object.entries(errors).filter(([field]) => field.startsWith(before))
  return Object.fromEntries(own.map(([field, text]) => [field.slice(before.length), text]))
}
