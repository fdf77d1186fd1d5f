import { useState } from 'react'
import { BookmarkPlus, ChevronDown, ListFilter, Trash2 } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useAct, useRead } from '#web/query.ts'
import { useAccount, useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { sorts, type Kept } from '#web/screens/contacts/contact-filters.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { asView } from './as-view.ts'
import { SaveView } from './save-view.tsx'

type Props = { filters: Kept; onChange: (filters: Kept) => void }

const ALL = ''
/** An object would sort keys that are numbers; these keep the order of the views. */
const keyOf = (id: string) => `view ${id}`

/** Filters with a name: one's own and those everybody shares. */
export function ViewMenu({ filters, onChange }: Props) {
  const { views: words } = useContactWords()
  const { role } = useAccount()
  const { user } = useSession()
  const [window, open] = useState<'save' | 'remove'>()
  const views = useRead('list_saved_views', { resource: 'contacts' }).data?.items ?? []
  const view = views.find(({ id }) => id === filters.view)
  const filter = asView(filters, view?.filter)
  const mayRemove = view && (view.visibility === 'private' ? view.owner?.id === user.id : role === 'administrator')
  const choose = (key: string) => {
    const next = views.find(({ id }) => keyOf(id) === key)
    const sort = sorts.find((each) => each === next?.sort)
    onChange({ ...kept(filters), ...(next && { view: next.id }), ...(sort && { sort }) })
  }
  const names = Object.fromEntries(views.map(({ id, name }) => [keyOf(id), name]))
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            look="outline"
            aria-label={`${words.label}: ${view?.name ?? words.all}`}
            icon={<ListFilter size={14} aria-hidden />}
            className={cx('max-w-56 font-normal', view && 'bg-accent-soft! text-accent-text!')}
          >
            <span className="truncate">{view?.name ?? words.all}</span>
            <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
          </Button>
        }
      >
        <MenuChoice
          closes
          label={words.label}
          value={filters.view ? keyOf(filters.view) : ALL}
          choices={{ [ALL]: words.all, ...names }}
          onChange={choose}
        />
        {(filter || mayRemove) && <MenuLine />}
        {filter && (
          <MenuItem icon={<BookmarkPlus size={16} aria-hidden />} onSelect={() => open('save')}>
            {words.save}
          </MenuItem>
        )}
        {mayRemove && (
          <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('remove')}>
            {words.remove}
          </MenuItem>
        )}
      </Menu>
      {filter && (
        <SaveView
          open={window === 'save'}
          onClose={() => open(undefined)}
          filter={filter}
          sort={filters.sort}
          onSaved={(id) => onChange({ ...kept(filters), view: id, ...(filters.sort && { sort: filters.sort }) })}
        />
      )}
      {view && (
        <RemoveView
          view={view}
          open={window === 'remove'}
          onClose={() => open(undefined)}
          onRemoved={() => choose(ALL)}
        />
      )}
    </>
  )
}

/** What a view does not replace. */
const kept = ({ tab, show }: Kept): Kept => ({ ...(tab && { tab }), ...(show && { show }) })

type RemoveProps = { view: { id: string; name: string }; open: boolean; onClose: () => void; onRemoved: () => void }

function RemoveView({ view, open, onClose, onRemoved }: RemoveProps) {
  const { views: words } = useContactWords()
  const { common } = useWords()
  const remove = useAct('delete_saved_view', {
    refreshes: ['list_saved_views'],
    onSuccess: () => {
      onClose()
      onRemoved()
      toast.good(words.removed)
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={words.removeTitle(view.name)}
      cancel={common.cancel}
      confirm={common.delete}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ saved_view_id: view.id })}
    >
      {words.removeWarning}
    </Confirm>
  )
}
