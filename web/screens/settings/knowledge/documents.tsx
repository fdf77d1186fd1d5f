import { useState } from 'react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { File, FileUp, Globe, RefreshCw, Text, TextCursorInput } from '#web/ui/icons.ts'
import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useTime } from '#web/app/format/time.ts'
import { usePages, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Select } from '#web/ui/select.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { DeleteDocument } from './delete-document.tsx'
import { DocumentStatus } from './document-status.tsx'
import type { DocumentSource } from './knowledge.tsx'
import { useReindex } from './use-reindex.ts'
import { useKnowledgeWords } from './words.ts'

/** The documents, newest first, with their live status. */
export function Documents({ onAdd }: { onAdd: (way: DocumentSource) => void }) {
  const words = useKnowledgeWords()
  const { collection, status } = useSearch({ from: '/app/$account_id/settings/knowledge' })
  const filters = { ...(collection && { collection }), ...(status && { status }) }
  const list = usePages('list_knowledge_documents', filters)
  const [deleted, remove] = useState<KnowledgeDocument>()
  const isFiltered = Boolean(collection ?? status)
  return (
    <>
      <p className="mb-4 max-w-2xl text-base text-pretty text-ink-2">{words.hint}</p>
      <Filters />
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState
              art={<Spool />}
              title={isFiltered ? words.noMatch : words.empty}
              actions={!isFiltered && <FirstDocument onAdd={onAdd} />}
            >
              {!isFiltered && words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={words.tabs.documents} className="divide-y divide-line rounded-xl ring-1 ring-line">
                {items.map((document) => (
                  <Row key={document.id} document={document} onDelete={() => remove(document)} />
                ))}
              </ul>
              {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
            </>
          )
        }
      </Loaded>
      <DeleteDocument document={deleted} onClose={() => remove(undefined)} />
    </>
  )
}

function FirstDocument({ onAdd }: { onAdd: (way: DocumentSource) => void }) {
  const words = useKnowledgeWords()
  return (
    <>
      <Button
        look="primary"
        icon={<FileUp size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => onAdd('files')}
      >
        {words.addFiles}
      </Button>
      <Button
        look="outline"
        icon={<TextCursorInput size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => onAdd('text')}
      >
        {words.addText}
      </Button>
    </>
  )
}

function Filters() {
  const words = useKnowledgeWords()
  const { collection, status } = useSearch({ from: '/app/$account_id/settings/knowledge' })
  const navigate = useNavigate()
  const collections = useRead('list_knowledge_collections', {}).data?.items ?? []
  const names = Object.fromEntries(collections.map(({ id, name }) => [id, name]))
  const current = { ...(collection && { collection }), ...(status && { status }) }
  const set = (next: Partial<Record<'collection' | 'status', string>>) => {
    const search = Object.entries({ ...current, ...next }).filter(([, value]) => value !== 'all')
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
