import { useState } from 'react'
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react'
import type { SavedView } from '#contract/records/automation.ts'
import { useAct, useRead } from '#web/query.ts'
import { asFilter } from '#web/screens/pipeline/conditions.ts'
import { type Kept, unfiltered } from '#web/screens/pipeline/pipeline-filters.ts'
import type { Sales } from '#web/screens/pipeline/sales.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { later } from '#web/ui/later.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { toast } from '#web/ui/toast.tsx'

const SaveView = later(async () => (await import('./save-view.tsx')).SaveView)

type Props = { sales: Sales; onChange: (filters: Kept) => void }

/** Filters with a name: one's own, and those of the team. */
export function SavedViews({ sales, onChange }: Props) {
  const { saved: words } = usePipelineWords()
  const { kind, filters } = sales
  const [isOpen, open] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const views = useRead('list_saved_views', { resource: kind }).data?.items ?? []
  const chosen = views.find(({ id }) => id === filters.saved)
  const filter = asFilter(kind, filters)
  const choose = (saved: string) => {
    open(false)
    const here = unfiltered(filters)
    onChange(saved === filters.saved ? here : { ...here, saved })
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
            className={cx('max-w-48 font-normal', chosen && 'bg-accent-soft! text-accent-text!')}
          >
            <span className={cx('min-w-0 truncate', !chosen && 'max-sm:sr-only')}>{chosen?.name ?? words.title}</span>
          </Button>
        }
      >
        {views.length === 0 && <p className="px-1 pb-2 text-sm text-ink-3">{words.none}</p>}
        <ul>
          {views.map((view) => (
            <ViewLine key={view.id} view={view} isChosen={view.id === filters.saved} onChoose={() => choose(view.id)} />
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
          onSaved={(saved) => onChange({ ...unfiltered(filters), saved })}
        />
      )}
    </>
  )
}

function ViewLine({ view, isChosen, onChoose }: { view: SavedView; isChosen: boolean; onChoose: () => void }) {
  const { saved: words } = usePipelineWords()
  const remove = useAct('delete_saved_view', {
    refreshes: ['list_saved_views'],
    onSuccess: () => toast.good(words.removed(view.name)),
  })
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cx(
          'flex min-h-8 min-w-0 flex-1 items-baseline gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-hover',
          'pointer-coarse:min-h-11 pointer-coarse:items-center',
          isChosen && 'bg-accent-soft text-accent-text',
        )}
      >
        <span className="min-w-0 truncate">{view.name}</span>
        <span className="text-xs whitespace-nowrap text-ink-3">{words.visibility[view.visibility]}</span>
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
