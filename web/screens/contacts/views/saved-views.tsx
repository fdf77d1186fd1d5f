import { useState } from 'react'
import { BookmarkPlus, ChevronDown, ListFilter, Trash2 } from '#web/ui/icons.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { sorts, type ContactFilters } from '#web/screens/contacts/contact-filters.ts'
import { DeleteView } from '#web/features/views/delete-view.tsx'
import { SaveView } from '#web/features/views/save-view.tsx'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { toViewFilter } from './view-filter.ts'

type Props = { filters: ContactFilters; onChange: (filters: ContactFilters) => void }

const ALL = ''
/** A prefix keeps the order of the views, because objects sort numeric keys. */
const keyOf = (id: string) => `view ${id}`

/** Saved views: the user's own and those shared with the team. */
export function ViewMenu({ filters, onChange }: Props) {
  const { views: words } = useContactsScreenWords()
  const { role } = useAccount()
  const { user } = useSession()
  const [dialog, open] = useState<'save' | 'delete'>()
  const views = useRead('list_saved_views', { resource: 'contacts' }).data?.items ?? []
  const view = views.find(({ id }) => id === filters.view)
  const filter = toViewFilter(filters, view?.filter)
  const mayDelete = view && (view.visibility === 'private' ? view.owner?.id === user.id : role === 'administrator')
  const choose = (key: string) => {
    const next = views.find(({ id }) => keyOf(id) === key)
    const sort = sorts.find((each) => each === next?.sort)
    onChange({ ...keepTab(filters), ...(next && { view: next.id }), ...(sort && { sort }) })
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
        {(filter || mayDelete) && <MenuLine />}
        {filter && (
          <MenuItem icon={<BookmarkPlus size={16} aria-hidden />} onSelect={() => open('save')}>
            {words.save}
          </MenuItem>
        )}
        {mayDelete && (
          <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('delete')}>
            {words.delete}
          </MenuItem>
        )}
      </Menu>
      {filter && (
        <SaveView
          open={dialog === 'save'}
          onClose={() => open(undefined)}
          resource="contacts"
          filter={filter}
          sort={filters.sort ?? null}
          note={words.hint}
          onSaved={(id) => onChange({ ...keepTab(filters), view: id, ...(filters.sort && { sort: filters.sort }) })}
        />
      )}
      {view && (
        <DeleteView
          view={view}
          open={dialog === 'delete'}
          onClose={() => open(undefined)}
          onDeleted={() => choose(ALL)}
        />
      )}
    </>
  )
}

/** The parameters that choosing a view keeps. */
const keepTab = ({ tab, show }: ContactFilters): ContactFilters => ({ ...(tab && { tab }), ...(show && { show }) })
