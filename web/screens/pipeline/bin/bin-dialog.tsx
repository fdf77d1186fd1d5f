import { useState } from 'react'
import { describeError, useWords } from '#web/app/i18n.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { usePages } from '#web/app/query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, Spool } from '#web/ui/thread-art.tsx'
import { BinRow } from './bin-row.tsx'

/** Deleted leads and deals that can be restored. */
export function BinDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { bin: words } = usePipelineWords()
  return (
    <Dialog wide open={open} onClose={onClose} title={words.open} description={words.hint}>
      <Bin />
    </Dialog>
  )
}

function Bin() {
  const { common } = useWords()
  const { bin: words, kinds } = usePipelineWords()
  const [type, setType] = useState<'all' | 'lead' | 'opportunity'>('all')
  const list = usePages('list_bin', { limit: 25, ...(type !== 'all' && { entity_type: type }) })
  const { items, error, refetch } = list
  return (
    <>
      <div className="px-5 pb-2">
        <Segmented
          label={words.open}
          value={type}
          choices={{ all: words.all, lead: kinds.leads, opportunity: kinds.opportunities }}
          onChange={setType}
        />
      </div>
      <div className="h-[min(55dvh,28rem)] overflow-y-auto px-5 pb-3">
        {!items && !error && <BinSkeleton />}
        {!items && error && (
          <EmptyState
            art={<BrokenThread />}
            title={words.failed}
            actions={
              <Button look="outline" onClick={() => void refetch()}>
                {common.retry}
              </Button>
            }
          >
            {describeError(error)}
          </EmptyState>
        )}
        {items?.length === 0 && <EmptyState art={<Spool />} title={words.none} />}
        <ul className="divide-y divide-line">
          {items?.map((entry) => (
            <BinRow key={`${entry.entity_type}:${entry.id}`} entry={entry} />
          ))}
        </ul>
        {items && list.hasNextPage && <LoadMore list={list} />}
      </div>
    </>
  )
}

const BinSkeleton = () => (
  <div aria-hidden className="divide-y divide-line">
    {Array.from({ length: 4 }, (_, index) => (
      <div key={index} className="space-y-2 py-3.5">
        <Skeleton className="h-3 w-44" />
        <Skeleton className="h-2.5 w-64 max-w-full" />
      </div>
    ))}
  </div>
)
