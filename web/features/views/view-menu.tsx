import { useState } from 'react'
import type { Filter } from '#contract/filters.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { BookmarkPlus, ChevronDown, ListFilter, Pencil, RefreshCw, Trash2 } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeleteView } from './delete-view.tsx'
import { combine, isSavable, staleReads, type View, type ViewResource } from './view.ts'
import { useViewWords } from './words.ts'

const EditView = lazyComponent(async () => (await import('./save-view.tsx')).EditView)
const SaveView = lazyComponent(async () => (await import('./save-view.tsx')).SaveView)

type OpenView = Pick<View, 'id' | 'sort'>
type Props = {
  resource: ViewResource
  /** The name of the list without a view. */
  all: string
  opened: string | undefined
  /** The filters and the order that were added to the open view. */
  filter: Filter | undefined
  sort: string | undefined
  /** Filters that a view does not keep. */
  note?: string
  onOpen: (view: OpenView | undefined) => void
}

type DialogName = 'save' | 'edit' | 'delete'

const ALL = ''
/** A prefix keeps the order of the views, because objects sort numeric keys. */
const keyOf = (id: string) => `view ${id}`

/** Saved views, those of the user and those shared with the team: opens, saves, changes and deletes them. */
export function ViewMenu({ all, onOpen, ...props }: Props) {
  const { resource, opened, filter: added, sort } = props
  const words = useViewWords()
  const [dialog, open] = useState<DialogName>()
  const views = useRead('list_saved_views', { resource }).data?.items ?? []
  const view = views.find(({ id }) => id === opened)
  const name = view?.name ?? all
  const choices = Object.fromEntries(views.map(({ id, name }) => [keyOf(id), name]))
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            look="outline"
            aria-label={`${words.menu}: ${name}`}
            icon={<ListFilter size={14} aria-hidden />}
            className={cx('max-w-56 font-normal', view && 'bg-accent-soft! text-accent-text!')}
          >
            <span className={cx('truncate', !view && 'max-sm:sr-only')}>{name}</span>
            <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
          </Button>
        }
      >
        <MenuChoice
          closes
          label={words.menu}
          value={opened ? keyOf(opened) : ALL}
          choices={{ [ALL]: all, ...choices }}
          onChange={(key) => onOpen(views.find(({ id }) => keyOf(id) === key))}
        />
        <MenuLine />
        <MenuItem icon={<BookmarkPlus size={16} aria-hidden />} onSelect={() => open('save')}>
          {words.saveAs}
        </MenuItem>
        {view && <Changes {...{ view, added, sort, open, onOpen }} />}
      </Menu>
      <Dialogs {...props} {...{ view, dialog, onOpen }} onClose={() => open(undefined)} />
    </>
  )
}

type ChangesProps = {
  view: View
  added: Filter | undefined
  sort: string | undefined
  open: (dialog: DialogName) => void
  onOpen: Props['onOpen']
}

/** The items that change the open view, for those who may. */
function Changes({ view, added, sort, open, onOpen }: ChangesProps) {
  const words = useViewWords()
  const { common } = useWords()
  const update = useAct('update_saved_view', {
    invalidates: staleReads(view.resource),
    onSuccess: (saved) => {
      toast.good(words.saved(saved.name))
      onOpen(saved)
    },
  })
  if (!useMayChange(view)) return null
  const filter = combine(view.filter, added)!
  const isChanged = (added && isSavable(filter)) || (!added && sort && sort !== view.sort)
  return (
    <>
      {isChanged && (
        <MenuItem
          icon={<RefreshCw size={16} aria-hidden />}
          onSelect={() => update.mutate({ saved_view_id: view.id, filter, ...(sort && { sort }) })}
        >
          {words.updateFilters}
        </MenuItem>
      )}
      <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => open('edit')}>
        {words.edit}
      </MenuItem>
      <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('delete')}>
        {common.delete}
      </MenuItem>
    </>
  )
}

type DialogsProps = Omit<Props, 'all'> & {
  view: View | undefined
  dialog: DialogName | undefined
  onClose: () => void
}

function Dialogs({ resource, filter: added, note, view, dialog, onOpen, onClose, ...props }: DialogsProps) {
  const words = useViewWords()
  const filter = combine(view?.filter, added)
  const isKept = filter && isSavable(filter)
  const sort = props.sort ?? view?.sort ?? null
  return (
    <>
      {dialog === 'save' && (
        <SaveView
          open
          {...{ resource, sort, onClose }}
          filter={isKept ? filter : undefined}
          note={isKept ? note : filter ? words.twoSearches : words.nothing}
          onSaved={(id) => onOpen({ id, sort })}
        />
      )}
      {view && dialog === 'edit' && <EditView open onClose={onClose} view={view} />}
      {view && (
        <DeleteView open={dialog === 'delete'} onClose={onClose} view={view} onDeleted={() => onOpen(undefined)} />
      )}
    </>
  )
}

/** Private views are changed by their owner, shared ones by administrators. */
function useMayChange(view: View) {
  const { role } = useAccount()
  const { user } = useSession()
  return view.visibility === 'private' ? view.owner?.id === user.id : role === 'administrator'
}
