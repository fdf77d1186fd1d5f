import { Copy } from '#web/ui/icons.ts'
import type { Macro } from '#contract/records/automation.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { useAutomationWords } from '#web/screens/settings/automations/words.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useReorder } from '#web/ui/sort-list/use-reorder.ts'
import { useDeleteMacro } from './use-delete-macro.ts'
import { useMacroWords } from './words.ts'

type Open = (macro: Macro) => void
type Props = { visibility: Macro['visibility']; macros: Macro[]; onEdit: Open; onCopy: Open }

/** The shared or the private macros, each with their own order. */
export function MacroGroup({ visibility, macros, onEdit, onCopy }: Props) {
  const words = useMacroWords()
  const { role } = useAccount()
  const mayChange = visibility === 'private' || role === 'administrator'
  const reorder = useReorder('list_macros', 'reorder_macros', (ids) => ({ visibility, ids }))
  const remove = useDeleteMacro(macros)
  if (macros.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-sm font-semibold text-ink-2">{words.groups[visibility]}</h2>
      <SortList
        label={words.groups[visibility]}
        items={macros}
        nameOf={({ name }) => name}
        onReorder={mayChange && macros.length > 1 ? reorder : undefined}
      >
        {(macro, moves) => <Row {...{ macro, moves, onCopy }} {...(mayChange && { onEdit, onDelete: remove })} />}
      </SortList>
    </section>
  )
}

type RowProps = { macro: Macro; moves: Moves; onEdit?: Open; onDelete?: Open; onCopy: Open }

function Row({ macro, moves, onEdit, onDelete, onCopy }: RowProps) {
  const words = useMacroWords()
  const { actions: names } = useAutomationWords()
  const { user } = useSession()
  const { name, actions, owner, visibility } = macro
  const from = visibility === 'shared' && owner && owner.id !== user.id ? words.by(owner.name) : undefined
  return (
    <>
      <div className="min-w-0 flex-1 py-0.5">
        {onEdit ? (
          <button
            type="button"
            onClick={() => onEdit(macro)}
            className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0"
          >
            {name}
          </button>
        ) : (
          <div className="truncate text-base font-medium">{name}</div>
        )}
        <div className="text-sm text-ink-3">
          {actions.map(({ type }) => names.names[type]).join(' → ')}
          {from && <span> · {from}</span>}
        </div>
      </div>
      <RowMenu
        name={name}
        moves={moves}
        {...(onEdit && { onEdit: () => onEdit(macro) })}
        {...(onDelete && { onDelete: () => onDelete(macro) })}
      >
        <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => onCopy(macro)}>
          {words.duplicate}
        </MenuItem>
      </RowMenu>
    </>
  )
}
