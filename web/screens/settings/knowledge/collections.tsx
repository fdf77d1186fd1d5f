import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Plus } from '#web/ui/icons.ts'
import type { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { DeleteCollection } from './delete-collection.tsx'
import { EditCollection } from './edit-collection.tsx'
import { useCollectionWords } from './words.ts'

export function Collections() {
  const words = useCollectionWords()
  const { data, error, refetch } = useRead('list_knowledge_collections', {})
  const [edited, edit] = useState<KnowledgeCollection | 'new'>()
  const [deleted, remove] = useState<KnowledgeCollection>()
  const create = (
    <Button look="outline" icon={<Plus size={15} aria-hidden />} aria-haspopup="dialog" onClick={() => edit('new')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl min-w-40 flex-1 text-base text-pretty text-ink-2">{words.emptyHint}</p>
        {data?.items.length !== 0 && create}
      </div>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={create} />
          ) : (
            <ul className="divide-y divide-line rounded-xl ring-1 ring-line">
              {items.map((collection) => (
                <Row
                  key={collection.id}
                  collection={collection}
                  onEdit={() => edit(collection)}
                  onDelete={() => remove(collection)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <EditCollection edited={edited} onClose={() => edit(undefined)} />
      <DeleteCollection collection={deleted} onClose={() => remove(undefined)} />
    </>
  )
}

type RowProps = { collection: KnowledgeCollection; onEdit: () => void; onDelete: () => void }

function Row({ collection: { id, name, description, document_count }, onEdit, onDelete }: RowProps) {
  const words = useCollectionWords()
  const { id: account_id } = useAccount()
  const format = useNumbers()
  return (
    <li className="relative flex items-center gap-3 py-2.5 pr-2 pl-4 first:rounded-t-xl last:rounded-b-xl hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          to="/app/$account_id/settings/knowledge"
          params={{ account_id }}
          search={{ collection: id }}
          title={words.show}
          className="block truncate text-base font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        {description && <div className="truncate text-sm text-ink-3">{description}</div>}
      </div>
      <span className="text-sm whitespace-nowrap text-ink-3">
        {words.count(document_count, format(document_count))}
      </span>
      <RowMenu name={name} onEdit={onEdit} onDelete={onDelete} />
    </li>
  )
}
