import { ChevronUp, X } from '#web/ui/icons.ts'
import type { Property } from '#contract/records/property.ts'
import type { Input } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { usePropertiesWords, useValueName } from '#web/screens/properties/words.ts'

type Props = { selected: string[]; items: Property[]; onAll: () => void; onNone: () => void }
type Change = Pick<Input<'update_properties'>, 'availability' | 'active' | 'published'>

const MAX_SELECTED = 500

/** Bulk actions on the selected properties. */
export function BulkBar({ selected, items, onAll, onNone }: Props) {
  const { common } = useWords()
  const { bulk: words, commonAvailabilities } = usePropertiesWords()
  const nameOf = useValueName()
  const { run, isPending } = useBulk(items)
  const change = (fields: Change) => run(selected.slice(0, MAX_SELECTED), fields, onNone)
  return (
    <div
      role="toolbar"
      aria-label={words.selected(selected.length)}
      className="absolute inset-x-4 bottom-4 z-10 mx-auto flex w-fit max-w-full flex-wrap items-center gap-1 rounded-xl
        bg-raised p-1.5 pl-3 shadow-raised"
    >
      <span aria-live="polite" className="text-sm font-medium whitespace-nowrap">
        {words.selected(selected.length)}
      </span>
      <Button size="sm" onClick={onAll}>
        {words.all}
      </Button>
      <Menu
        side="top"
        trigger={
          <Button size="sm" look="outline" busy={isPending}>
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
          <Button size="sm" look="outline">
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
      <IconButton size="sm" label={words.none} onClick={onNone}>
        <X size={15} aria-hidden />
      </IconButton>
    </div>
  )
}

/** Changes properties in bulk. Undo restores each group of previous values with its own call. */
function useBulk(items: Property[]) {
  const { common } = useWords()
  const { bulk: words } = usePropertiesWords()
  const update = useAct('update_properties', { invalidates: ['list_crm_properties', 'get_crm_property_detail'] })
  const run = async (property_ids: string[], fields: Change, onDone: () => void) => {
    const [key] = Object.keys(fields) as (keyof Change)[]
    const before = Map.groupBy(
      items.filter(({ id }) => property_ids.includes(id)),
      (property) => property[key!],
    )
    const { updated_count } = await update.mutateAsync({ property_ids, ...fields })
    onDone()
    toast.undo(words.done(updated_count), common.undo, () => {
      for (const [value, each] of before)
        update.mutate({ property_ids: each.map(({ id }) => id), [key!]: value } as Input<'update_properties'>)
    })
  }
  return {
    run: (...args: Parameters<typeof run>) => void run(...args).catch(() => {}),
    isPending: update.isPending,
  }
}
