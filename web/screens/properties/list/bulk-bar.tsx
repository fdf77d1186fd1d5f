import { ChevronUp } from '#web/ui/icons.ts'
import type { Property } from '#contract/records/property.ts'
import type { Input } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { SelectAll } from '#web/ui/selection/select-all.tsx'
import { SelectionBar } from '#web/ui/selection/selection-bar.tsx'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { useSelectionWords } from '#web/ui/selection/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePropertiesWords, useValueName } from '#web/screens/properties/words.ts'

type Props = { selection: Selection<Property>; listed: readonly Property[] }
type Change = Pick<Input<'update_properties'>, 'availability' | 'active' | 'published'>

const MAX_SELECTED = 500

/** Bulk actions on the selected properties. */
export function BulkBar({ selection, listed }: Props) {
  const { common } = useWords()
  const { bulk: words, commonAvailabilities } = usePropertiesWords()
  const { selected: count, tooMany } = useSelectionWords()
  const nameOf = useValueName()
  const { selected, clear } = selection
  const { change, isPending } = useBulk(selected, clear)
  const isTooMany = selected.length > MAX_SELECTED
  return (
    <SelectionBar
      status={isTooMany ? tooMany(MAX_SELECTED) : count(selected.length)}
      selectAll={<SelectAll selection={selection} listed={listed} />}
      onClear={clear}
    >
      <Menu
        side="top"
        trigger={
          <Button look="outline" disabled={isTooMany} busy={isPending}>
            {words.availability}
            <ChevronUp size={14} aria-hidden />
          </Button>
        }
      >
        {commonAvailabilities.map((availability) => (
          <MenuItem key={availability} onSelect={() => change({ availability })}>
            {nameOf(availability)}
          </MenuItem>
        ))}
      </Menu>
      <Menu
        side="top"
        trigger={
          <Button look="outline" disabled={isTooMany}>
            {common.more}
            <ChevronUp size={14} aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => change({ published: true })}>{words.publish}</MenuItem>
        <MenuItem onSelect={() => change({ published: false })}>{words.unpublish}</MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => change({ active: true })}>{words.offer}</MenuItem>
        <MenuItem onSelect={() => change({ active: false })}>{words.withdraw}</MenuItem>
      </Menu>
    </SelectionBar>
  )
}

/** Changes properties in bulk. Undo restores each group of previous values with its own call. */
function useBulk(selected: readonly Property[], onDone: () => void) {
  const { common } = useWords()
  const { bulk: words } = usePropertiesWords()
  const update = useAct('update_properties', { invalidates: ['list_crm_properties', 'get_crm_property_detail'] })
  const change = async (fields: Change) => {
    const [key] = Object.keys(fields) as (keyof Change)[]
    const before = Map.groupBy(selected, (property) => property[key!])
    const { updated_count } = await update.mutateAsync({ property_ids: selected.map(({ id }) => id), ...fields })
    onDone()
    toast.undo(words.done(updated_count), common.undo, () => {
      for (const [value, each] of before)
        update.mutate({ property_ids: each.map(({ id }) => id), [key!]: value } as Input<'update_properties'>)
    })
  }
  return {
    change: (fields: Change) => void change(fields).catch(() => {}),
    isPending: update.isPending,
  }
}
