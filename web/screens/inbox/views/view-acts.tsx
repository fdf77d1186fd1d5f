import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { moved } from '#web/parts/sorting/arranged.ts'
import { useSortingWords } from '#web/parts/sorting/words.ts'
import { useAct } from '#web/query.ts'
import { isFiltered, type Kept } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount, useSession } from '#web/session.ts'
import { later } from '#web/ui/later.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { asFilter } from './as-filter.ts'

const SaveView = later(async () => (await import('./save-view.tsx')).SaveView)
import { staleByViews, useViews, type View } from './views.ts'

type Props = { view: View; filters: Kept }

/** What can be done with a view. A shared one is changed by those who administer. */
export function ViewActs({ view, filters }: Props) {
  const { views: words } = useInboxWords()
  const { common } = useWords()
  const sorting = useSortingWords()
  const { role } = useAccount()
  const [asks, ask] = useState<'edit' | 'delete'>()
  const moves = useMoves(view)
  const keep = useKeep(view, filters)
  const close = () => ask(undefined)
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
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => ask('edit')}>
          {words.rename}
        </MenuItem>
        {keep && (
          <MenuItem icon={<RefreshCw size={16} aria-hidden />} onSelect={keep}>
            {words.keep}
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
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => ask('delete')}>
          {common.delete}
        </MenuItem>
      </Menu>
      {asks === 'edit' && <SaveView open onClose={close} filters={filters} view={view} />}
      <DeleteView open={asks === 'delete'} onClose={close} view={view} isShown={filters.view === view.id} />
    </>
  )
}

/** Up and down among those of its kind. */
function useMoves({ id, visibility }: View) {
  const reorder = useAct('reorder_saved_views', { refreshes: ['list_saved_views'] })
  const ids = useViews()
    .filter((view) => view.visibility === visibility)
    .map((view) => view.id)
  const at = ids.indexOf(id)
  const to = (place: number) => () =>
    reorder.mutate({ resource: 'conversations', visibility, ids: moved(ids, id, place) })
  return { up: at > 0 ? to(at - 1) : undefined, down: at >= 0 && at < ids.length - 1 ? to(at + 1) : undefined }
}

/** Makes what the list shows now part of the view that is open. */
function useKeep(view: View, filters: Kept) {
  const { views: words } = useInboxWords()
  const { user } = useSession()
  const navigate = useNavigate()
  const update = useAct('update_saved_view', {
    refreshes: staleByViews,
    onSuccess: ({ id, name }) => {
      toast.good(words.saved(name))
      void navigate({ to: '.', search: () => ({ view: id }), replace: true })
    },
  })
  if (filters.view !== view.id || !(isFiltered(filters) || filters.sort)) return undefined
  const filter = asFilter(filters, user.id, view)
  return () =>
    update.mutate({ saved_view_id: view.id, ...(filter && { filter }), ...(filters.sort && { sort: filters.sort }) })
}

function DeleteView({ open, onClose, view, isShown }: DeleteProps) {
  const { views: words } = useInboxWords()
  const { common } = useWords()
  const navigate = useNavigate()
  const remove = useAct('delete_saved_view', {
    refreshes: ['list_saved_views'],
    onSuccess: () => {
      onClose()
      toast.good(words.deleted(view.name))
      if (isShown) void navigate({ to: '.', search: () => ({}), replace: true })
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={words.deleteTitle(view.name)}
      cancel={common.cancel}
      confirm={common.delete}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ saved_view_id: view.id })}
    >
      {words.deleteHint}
    </Confirm>
  )
}

type DeleteProps = { open: boolean; onClose: () => void; view: View; isShown: boolean }
