import { ViewMenu } from '#web/features/views/view-menu.tsx'
import { sorts, type ContactFilters } from '#web/screens/contacts/contact-filters.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { toViewFilter } from './view-filter.ts'

type Props = { filters: ContactFilters; onChange: (filters: ContactFilters) => void }

/** Saved views of contacts. */
export function SavedViews({ filters, onChange }: Props) {
  const { views: words } = useContactsScreenWords()
  const { tab, show } = filters
  return (
    <ViewMenu
      resource="contacts"
      all={words.all}
      opened={filters.view}
      filter={toViewFilter(filters)}
      sort={filters.sort}
      note={words.hint}
      onOpen={(view) => {
        const sort = sorts.find((each) => each === view?.sort)
        onChange({ ...(tab && { tab }), ...(show && { show }), ...(view && { view: view.id }), ...(sort && { sort }) })
      }}
    />
  )
}
