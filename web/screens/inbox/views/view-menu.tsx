import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, RefreshCw, Trash2 } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { moveTo } from '#web/ui/sort-list/reorder.ts'
import { useSortingWords } from '#web/ui/sort-list/words.ts'
import { useAct } from '#web/app/query.ts'
import { isFiltered, type ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { DeleteView } from '#web/features/views/delete-view.tsx'
import { staleReads, type View } from '#web/features/views/view.ts'
import { useViewWords } from '#web/features/views/words.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useViews } from './use-views.ts'
import { toViewFilter } from './view-filter.ts'

const EditView = lazyComponent(async () => (await import('#web/features/views/save-view.tsx')).EditView)

type Props = { view: View; filters: ConversationFilters }

/** Actions of a view. Only administrators can change a shared one. */
export function ViewMenu({ view, filters }: Props) {
  const { edit, updateFilters: updateLabel } = useViewWords()
  const { common } = useWords()
  const navigate = useNavigate()
  const sorting = useSortingWords()
  const { role } = useAccount()
  const [dialog, open] = useState<'edit' | 'delete'>()
  const moves = useMoves(view)
  const updateFilters = useUpdateFilters(view, filters)
  const close = () => open(undefined)
  const leave = () => {
    if (filters.view === view.id) void navigate({ to: '.', search: () => ({}), replace: true })
  }
  if (view.visibility === 'shared' && role !== 'administrator') return null

  const trigger = (
    <IconButton
      size="sm"
      label={`${common.more}: ${view.name}`}
      className="absolute! right-0.5 opacity-0 group-focus-within/folder:opacity-100 group-hover/folder:opacity-100
        data-popup-open:opacity-100 pointer-coarse:opacity-100"
    >
      <Ellipsis size={15} aria-hidden />
    </IconButton>
  )
  return (
    <>
      <Menu trigger={trigger} align="start">
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => open('edit')}>
          {edit}
        </MenuItem>
        {updateFilters && (
          <MenuItem icon={<RefreshCw size={16} aria-hidden />} onSelect={updateFilters}>
            {updateLabel}
          </MenuItem>
        )}
        {moves.up && (
          <MenuItem icon={<ArrowUp size={16} aria-hidden />} onSelect={moves.up}>
            {sorting.up}
          </MenuItem>
        )}
        {moves.down && (
          <MenuItem icon={<ArrowDown size={16} aria-hidden />} onSelect={moves.down}>
            {sorting.down}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('delete')}>
          {common.delete}
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <EditView open onClose={close} view={view} />}
      <DeleteView open={dialog === 'delete'} onClose={close} view={view} onDeleted={leave} />
    </>
  )
}

/** Moves the view up or down among the private or shared views. */
function useMoves({ id, visibility }: View) {
  const reorder = useAct('reorder_saved_views', { invalidates: ['list_saved_views'] })
  const ids = useViews()
    .filter((view) => view.visibility === visibility)
    .map((view) => view.id)
  const at = ids.indexOf(id)
  const to = (place: number) => () =>
    reorder.mutate({ resource: 'conversations', visibility, ids: moveTo(ids, id, place) })
  return { up: at > 0 ? to(at - 1) : undefined, down: at >= 0 && at < ids.length - 1 ? to(at + 1) : undefined }
}

/** Saves the current filters to the open view. */
function useUpdateFilters(view: View, filters: ConversationFilters) {
  const words = useViewWords()
  const { user } = useSession()
  const navigate = useNavigate()
  const update = useAct('update_saved_view', {
    invalidates: staleReads('conversations'),
    onSuccess: ({ id, name }) => {
      toast.good(words.saved(name))
      void navigate({ to: '.', search: () => ({ view: id }), replace: true })
    },
  })
  if (filters.view !== view.id || !(isFiltered(filters) || filters.sort)) return undefined
  const filter = toViewFilter(filters, user.id, view)
  return () =>
    update.mutate({ saved_view_id: view.id, ...(filter && { filter }), ...(filters.sort && { sort: filters.sort }) })
}
