import { useState } from 'react'
import { Bookmark, BookmarkPlus, Trash2 } from '#web/ui/icons.ts'
import type { SavedView } from '#contract/records/automation.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { toFilter } from '#web/screens/pipeline/filter-conditions.ts'
import { type ActiveFilters, unfiltered } from '#web/screens/pipeline/pipeline-filters.ts'
import { sortsOf, type BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { useViewWords } from '#web/features/views/words.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { toast } from '#web/ui/toast.tsx'

const SaveView = lazyComponent(async () => (await import('#web/features/views/save-view.tsx')).SaveView)

type Props = { query: BoardQuery; onChange: (filters: ActiveFilters) => void }

/** Private and shared views. */
export function SavedViews({ query, onChange }: Props) {
  const { saved: words } = usePipelineWords()
  const { kind, filters } = query
  const [isOpen, open] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const views = useRead('list_saved_views', { resource: kind }).data?.items ?? []
  const current = views.find(({ id }) => id === filters.saved)
  const filter = toFilter(kind, filters)
  const choose = (saved: string) => {
    open(false)
    const { sort: _, ...here } = unfiltered(filters)
    const chosen = views.find(({ id }) => id === saved)
    const sort = sortsOf(kind).find((each) => each === chosen?.sort)
    onChange(saved === filters.saved ? here : { ...here, saved, ...(sort && { sort }) })
  }
  return (
    <>
      <Popover
        label={words.title}
        open={isOpen}
        onOpenChange={open}
        className="w-72"
        trigger={
          <Button
            look="outline"
            icon={<Bookmark size={14} aria-hidden />}
            className={cx('max-w-48 font-normal', current && 'bg-accent-soft! text-accent-text!')}
          >
            <span className={cx('min-w-0 truncate', !current && 'max-sm:sr-only')}>{current?.name ?? words.title}</span>
          </Button>
        }
      >
        {views.length === 0 && <p className="px-1 pb-2 text-sm text-ink-3">{words.none}</p>}
        <ul>
          {views.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              isSelected={view.id === filters.saved}
              onSelect={() => choose(view.id)}
            />
          ))}
        </ul>
        <div className="mt-1 border-t border-line pt-2">
          <Button
            icon={<BookmarkPlus size={15} aria-hidden />}
            disabled={!filter}
            className="w-full justify-start!"
            onClick={() => {
              open(false)
              setSaving(true)
            }}
          >
            {words.save}
          </Button>
          {!filter && <p className="px-3 text-xs text-ink-3">{words.nothing}</p>}
        </div>
      </Popover>
      {filter && isSaving && (
        <SaveView
          open
          onClose={() => setSaving(false)}
          resource={kind}
          filter={filter}
          sort={filters.sort ?? null}
          onSaved={(saved) => onChange({ ...unfiltered(filters), saved })}
        />
      )}
    </>
  )
}

function ViewRow({ view, isSelected, onSelect }: { view: SavedView; isSelected: boolean; onSelect: () => void }) {
  const { saved: words } = usePipelineWords()
  const viewWords = useViewWords()
  const remove = useAct('delete_saved_view', {
    invalidates: ['list_saved_views'],
    onSuccess: () => toast.good(viewWords.deleted(view.name)),
  })
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className={cx(
          'flex min-h-8 min-w-0 flex-1 items-baseline gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-hover',
          'pointer-coarse:min-h-11 pointer-coarse:items-center',
          isSelected && 'bg-accent-soft text-accent-text',
        )}
      >
        <span className="min-w-0 truncate">{view.name}</span>
        <span className="text-xs whitespace-nowrap text-ink-3">{viewWords.visibilities[view.visibility].label}</span>
      </button>
      <IconButton
        size="sm"
        label={words.remove(view.name)}
        busy={remove.isPending}
        onClick={() => remove.mutate({ saved_view_id: view.id })}
      >
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </li>
  )
}
