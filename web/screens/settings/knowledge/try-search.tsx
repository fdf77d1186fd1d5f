import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Search } from '#web/ui/icons.ts'
import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { describeError } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LooseThread } from '#web/ui/thread-art.tsx'
import { CollectionField } from './collection-field.tsx'
import { useSearchWords } from './words.ts'

/** Searches as the AI agent does and shows the passages found. */
export function TrySearch() {
  const words = useSearchWords()
  const [query, setQuery] = useState('')
  const [collection, setCollection] = useState('')
  const { data, error, isFetching } = useRead(
    'search_knowledge',
    { query, top_k: 8, ...(collection && { collection }) },
    { enabled: query !== '', keepsPrevious: true },
  )
  return (
    <>
      <p className="mb-4 max-w-2xl text-base text-pretty text-ink-2">{words.hint}</p>
      <form
        role="search"
        onSubmit={handleSubmit(({ question = '' }) => setQuery(question.trim()))}
        className="mb-5 grid items-end gap-3 @2xl:grid-cols-[1fr_14rem_auto]"
      >
        <TextField label={words.question} name="question" placeholder={words.placeholder} autoComplete="off" />
        <CollectionField isFilter value={collection} onChange={setCollection} />
        <Button look="primary" type="submit" icon={<Search size={15} aria-hidden />} busy={isFetching} className="h-9">
          {words.submit}
        </Button>
      </form>
      <div aria-live="polite">
        {error && (
          <Notice>
            {words.failed}: {describeError(error)}
          </Notice>
        )}
        {query && data && !isFetching && <Found items={data.items} />}
      </div>
    </>
  )
}

function Found({ items }: { items: KnowledgeHit[] }) {
  const words = useSearchWords()
  if (items.length === 0)
    return (
      <EmptyState art={<LooseThread />} title={words.none}>
        {words.noneHint}
      </EmptyState>
    )
  return (
    <>
      <h2 className="mb-2 text-sm font-semibold text-ink-2">{words.found(items.length)}</h2>
      <ol className="grid gap-3">
        {items.map((hit, index) => (
          <li key={index}>
            <Hit hit={hit} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Hit({ hit }: { hit: KnowledgeHit }) {
  const words = useSearchWords()
  const { id: account_id } = useAccount()
  const percent = Math.round(hit.score * 100)
  return (
    <article className="rounded-xl p-4 ring-1 ring-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-base font-medium">
          <Link
            to="/app/$account_id/settings/knowledge/$document_id"
            params={{ account_id, document_id: hit.document_id }}
            className="hover:underline"
          >
            {hit.title}
          </Link>
        </h3>
        <span className="text-sm text-ink-3">{hit.collection.name}</span>
        <span className="ml-auto flex items-center gap-2 text-xs text-ink-2 tabular-nums">
          <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-press">
            <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </span>
          {words.score(percent)}
        </span>
      </div>
      {hit.heading && <p className="mt-0.5 text-xs font-medium text-ink-3">{hit.heading}</p>}
      <p className="mt-2 text-sm wrap-anywhere whitespace-pre-wrap text-ink-2">{hit.text}</p>
      {hit.source_url && (
        <a
          href={hit.source_url}
          target="_blank"
          rel="noreferrer"
          className="mt-2 block w-fit max-w-full truncate text-xs text-accent-text underline"
        >
          {hit.source_url}
        </a>
      )}
    </article>
  )
}
