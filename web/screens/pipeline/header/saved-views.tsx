import { ViewMenu } from '#web/features/views/view-menu.tsx'
import { sortsOf, type BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { toFilter } from '#web/screens/pipeline/filter-conditions.ts'
import { type ActiveFilters, unfiltered } from '#web/screens/pipeline/pipeline-filters.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'

type Props = { query: BoardQuery; onChange: (filters: ActiveFilters) => void }

/** Saved views of leads or deals. */
export function SavedViews({ query, onChange }: Props) {
  const { allRecords } = usePipelineWords()
  const { kind, filters } = query
  return (
    <ViewMenu
      resource={kind}
      all={allRecords[kind]}
      opened={filters.saved}
      filter={toFilter(kind, filters)}
      sort={filters.sort}
      onOpen={(view) => {
        const { sort: _, ...others } = unfiltered(filters)
        const sort = sortsOf(kind).find((each) => each === view?.sort)
        onChange({ ...others, ...(view && { saved: view.id }), ...(sort && { sort }) })
      }}
    />
  )
}
