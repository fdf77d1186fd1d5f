import { useState } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ExternalLink, Pencil, RefreshCw, Trash2 } from '#web/ui/icons.ts'
import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import type { Output } from '#web/app/api.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useTime } from '#web/app/format/time.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { useCommands } from '#web/commands/commands.ts'
import { BackLink } from '#web/screens/settings/frame/back-link.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DeleteDocument } from './delete-document.tsx'
import { DocumentStatus } from './document-status.tsx'
import { EditDocument } from './edit-document.tsx'
import { useReindex } from './use-reindex.ts'
import { useKnowledgeWords } from './words.ts'

type Detail = Output<'get_knowledge_document'>

export function DocumentPage() {
  const words = useKnowledgeWords()
  const { document_id = '' } = useParams({ strict: false })
  const mayEdit = useAccount().role === 'administrator'
  const { data, error, refetch } = useRead('get_knowledge_document', { document_id })
  return (
    <Section
      narrow
      title={data?.title ?? words.one}
      back={mayEdit ? <BackLink to="/app/$account_id/settings/knowledge" label={words.back} /> : undefined}
      actions={data && mayEdit && <Actions document={data} />}
    >
      <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable}>
        {(document) => (
          <>
            <About document={document} />
            <Panel title={words.content}>
              {document.text ? (
                <div className="text-sm/6 wrap-anywhere whitespace-pre-wrap">{document.text}</div>
              ) : (
                <p className="text-sm text-ink-3">{words.noContent}</p>
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </Section>
  )
}

function About({ document }: { document: Detail }) {
  const words = useKnowledgeWords()
  const time = useTime()
  const format = useNumbers()
  const { collection, source, source_url, file_name, chunk_count, indexed_at, created_by, error } = document
  const facts = [
    collection.name,
    file_name ?? words.sources[source],
    chunk_count > 0 && words.pieces(chunk_count, format(chunk_count)),
    indexed_at && words.indexed(time.ago(indexed_at)),
    words.by(created_by.name),
  ]
  return (
    <div className="mb-5 grid gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <DocumentStatus document={document} />
        {facts.filter(Boolean).join(' · ')}
      </p>
      {error && <Notice>{error}</Notice>}
      {source_url && (
        <a
          href={source_url}
          target="_blank"
          rel="noreferrer"
          className="flex w-fit max-w-full items-center gap-1.5 text-sm text-accent-text underline"
        >
          <ExternalLink size={14} aria-hidden className="shrink-0" />
          <span className="truncate">{source_url}</span>
        </a>
      )}
    </div>
  )
}

function Actions({ document }: { document: Detail }) {
  const words = useKnowledgeWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const reindex = useReindex()
  const [isEditing, edit] = useState(false)
  const [deleted, remove] = useState<KnowledgeDocument>()
  const again = () => reindex.mutate({ document_id: document.id })
  useCommands([
    { name: words.edit, key: 'e', icon: Pencil, run: () => edit(true) },
    { name: words.reindex, key: 'r', icon: RefreshCw, run: again },
  ])
  return (
    <>
      <Button look="outline" icon={<RefreshCw size={15} aria-hidden />} busy={reindex.isPending} onClick={again}>
        <span className="max-sm:sr-only">{words.reindex}</span>
      </Button>
      <Button look="outline" icon={<Pencil size={15} aria-hidden />} aria-haspopup="dialog" onClick={() => edit(true)}>
        <span className="max-sm:sr-only">{words.edit}</span>
      </Button>
      <IconButton label={words.delete} onClick={() => remove(document)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
      <EditDocument open={isEditing} onClose={() => edit(false)} document={document} />
      <DeleteDocument
        document={deleted}
        onClose={() => remove(undefined)}
        onDeleted={() => void navigate({ to: '/app/$account_id/settings/knowledge', params: { account_id } })}
      />
    </>
  )
}
