import { unmarked } from '#contract/channels.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { usePages } from '#web/app/query.ts'
import type { ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { Failed, Loading, Nothing } from './list-states.tsx'
import { moveBetweenRows } from './move-between-rows.ts'
import { ResultRow } from './result-row.tsx'

type Props = { filters: ConversationFilters; onClear: () => void; onNew: () => void }

/** Messages that contain the search text, newest first. */
export function MessageResults({ filters, onClear, onNew }: Props) {
  const { search: words } = useInboxWords()
  const { q = '', inbox, contact: contact_id } = filters
  const input = { query: q, limit: 30, ...(inbox && { inbox }), ...(contact_id && { contact_id }) }
  const list = usePages('search_messages', input)
  const { items, error, refetch, isPlaceholderData } = list
  if (!items) return error ? <Failed error={error} onRetry={() => void refetch()} onClear={onClear} /> : <Loading />
  if (items.length === 0) return <Nothing filters={filters} onClear={onClear} onNew={onNew} />
  return (
    <div
      aria-busy={isPlaceholderData}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain aria-busy:opacity-50"
    >
      <p role="status" className="sr-only">
        {!isPlaceholderData && words.found(items.length)}
      </p>
      <ul aria-label={words.messages} onKeyDown={moveBetweenRows}>
        {items.map((message) => (
          <ResultRow
            key={message.id}
            {...message}
            author={message.author.name}
            content={unmarked(message.content ?? '', message, message.channel)}
            at={message.created_at}
            q={q}
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}
