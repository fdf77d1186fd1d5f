import { useState } from 'react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { File, Globe, RefreshCw, Text } from 'lucide-react'
import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { useNumbers } from '#web/numbers.ts'
import { More } from '#web/parts/more.tsx'
import { RowMenu } from '#web/parts/row-menu.tsx'
import { usePages, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { Select } from '#web/ui/select.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { DeleteDocument } from './delete-document.tsx'
import { DocumentStatus } from './document-status.tsx'
import { useReindex } from './use-reindex.ts'
import { useKnowledgeWords } from './words.ts'

/** The documents, newest first. Each says when it is ready, as it becomes so. */
export function Documents() {
  const words = useKnowledgeWords()
  const { collection, status } = useSearch({ from: '/app/$account_id/settings/knowledge' })
  const asked = { ...(collection && { collection }), ...(status && { status }) }
  const list = usePages('list_knowledge_documents', asked)
  const [deleted, remove] = useState<KnowledgeDocument>()
  const isAsked = Boolean(collection ?? status)
  return (
    <>
      <p className="mb-4 max-w-2xl text-base text-pretty text-ink-2">{words.hint}</p>
      <Filters />
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={isAsked ? words.noMatch : words.empty}>
              {!isAsked && words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={words.tabs.documents} className="divide-y divide-line rounded-xl ring-1 ring-line">
                {items.map((document) => (
                  <Row key={document.id} document={document} onDelete={() => remove(document)} />
                ))}
              </ul>
              {(list.hasNextPage || list.isFetchNextPageError) && <More list={list} />}
            </>
          )
        }
      </Loaded>
      <DeleteDocument document={deleted} onClose={() => remove(undefined)} />
    </>
  )
}

function Filters() {
  const words = useKnowledgeWords()
  const { collection, status } = useSearch({ from: '/app/$account_id/settings/knowledge' })
  const navigate = useNavigate()
  const collections = useRead('list_knowledge_collections', {}).data?.items ?? []
  const names = Object.fromEntries(collections.map(({ id, name }) => [id, name]))
  const kept = { ...(collection && { collection }), ...(status && { status }) }
  const set = (next: Partial<Record<'collection' | 'status', string>>) => {
    const search = Object.entries({ ...kept, ...next }).filter(([, value]) => value !== 'all')
    void navigate({ to: '.', search: Object.fromEntries(search), replace: true })
  }
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Select<string>
        label={words.collection}
        value={collection ?? 'all'}
        choices={{ all: words.allCollections, ...names }}
        marked={Boolean(collection)}
        onChange={(next) => set({ collection: next })}
      />
      <Select
        label={words.status}
        value={status ?? 'all'}
        choices={{ all: words.anyStatus, ...words.statuses }}
        marked={Boolean(status)}
        onChange={(next) => set({ status: next })}
      />
    </div>
  )
}

const icons = { text: Text, url: Globe, file: File }

function Row({ document, onDelete }: { document: KnowledgeDocument; onDelete: () => void }) {
  const words = useKnowledgeWords()
  const { id: account_id } = useAccount()
  const time = useTime()
  const format = useNumbers()
  const navigate = useNavigate()
  const reindex = useReindex()
  const { id: document_id, title, source, collection, chunk_count, file_name, source_url, updated_at } = document
  const Icon = icons[source]
  const params = { account_id, document_id }
  const open = () => void navigate({ to: '/app/$account_id/settings/knowledge/$document_id', params })
  return (
    <li className="relative flex items-center gap-3 py-3 pr-2 pl-4 first:rounded-t-xl last:rounded-b-xl hover:bg-hover">
      <Icon size={17} role="img" aria-label={words.sources[source]} className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <Link
          to="/app/$account_id/settings/knowledge/$document_id"
          params={params}
          className="block truncate text-base font-medium after:absolute after:inset-0"
        >
          {title}
        </Link>
        <div className="truncate text-sm text-ink-3">
          {[
            collection.name,
            source_url ?? file_name,
            chunk_count > 0 && words.pieces(chunk_count, format(chunk_count)),
            words.updated(time.ago(updated_at)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {document.error && <p className="mt-1 text-sm wrap-anywhere text-danger-text">{document.error}</p>}
      </div>
      <DocumentStatus document={document} />
      <RowMenu name={title} onEdit={open} onDelete={onDelete}>
        <MenuItem icon={<RefreshCw size={16} aria-hidden />} onSelect={() => reindex.mutate({ document_id })}>
          {words.reindex}
        </MenuItem>
      </RowMenu>
    </li>
  )
}
