import { useState, type ReactNode } from 'react'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useReorder } from '#web/ui/sort-list/use-reorder.ts'
import { Spool } from '#web/ui/thread-art.tsx'
import type { Model } from './attributes.tsx'
import { DeleteAttribute } from './delete-attribute.tsx'
import { useAttributeWords } from './words.ts'

type Edit = (attribute: CustomAttribute) => void
type Props = { model: Model; attributes: CustomAttribute[]; create: ReactNode; onEdit: Edit }

export function AttributeList({ model, attributes, create, onEdit }: Props) {
  const words = useAttributeWords()
  const [deleted, remove] = useState<CustomAttribute>()
  const reorder = useReorder('list_custom_attributes', 'reorder_custom_attributes')
  return (
    <>
      {attributes.length === 0 ? (
        <EmptyState art={<Spool />} title={words.empty[model]} actions={create}>
          {words.emptyHint}
        </EmptyState>
      ) : (
        <SortList
          label={words.lists[model]}
          items={attributes}
          nameOf={({ display_name }) => display_name}
          onReorder={reorder}
        >
          {(attribute, moves) => <Row attribute={attribute} moves={moves} onEdit={onEdit} onDelete={remove} />}
        </SortList>
      )}
      <DeleteAttribute attribute={deleted} onClose={() => remove(undefined)} />
    </>
  )
}

function Row({
  attribute,
  moves,
  onEdit,
  onDelete,
}: {
  attribute: CustomAttribute
  moves: Moves
  onEdit: Edit
  onDelete: Edit
}) {
  const words = useAttributeWords()
  const { display_name, key, type, description, values } = attribute
  return (
    <>
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1 @2xl:grid-cols-[1fr_1.2fr]">
        <div className="min-w-0">
          <button
            type="button"
            onClick={() => onEdit(attribute)}
            className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0"
          >
            {display_name}
          </button>
          <div className="truncate font-mono text-xs text-ink-3">{key}</div>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
          <Badge>{words.types[type][0]}</Badge>
          <span className="line-clamp-2 min-w-0">{values.length > 0 ? values.join(', ') : description}</span>
        </div>
      </div>
      <RowMenu
        name={display_name}
        moves={moves}
        onEdit={() => onEdit(attribute)}
        onDelete={() => onDelete(attribute)}
      />
    </>
  )
}
