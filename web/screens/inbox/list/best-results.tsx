import { unmarked } from '#contract/channels.ts'
import { useRead } from '#web/app/query.ts'
import { useSession } from '#web/app/session.ts'
import { type ConversationFilters, isFiltered } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { searchQuery } from './folder-query.ts'
import { Failed, Loading, Nothing } from './list-states.tsx'
import { moveBetweenRows } from './move-between-rows.ts'
import { ResultRow } from './result-row.tsx'

type Props = { filters: ConversationFilters; onClear: () => void; onNew: () => void }

/** The conversations of people and with messages that match best, although words have typing errors. */
export function BestResults({ filters, onClear, onNew }: Props) {
  const { search: words } = useInboxWords()
  const { user } = useSession()
  const { q = '' } = filters
  const input = {
    query: q,
    kinds: ['conversations' as const],
    limit: 20,
    ...(isFiltered(filters) && { conversation_filters: searchQuery(filters, user.id) }),
  }
  const { data, error, refetch, isPlaceholderData } = useRead('search_everything', input, { keepsPrevious: true })
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} onClear={onClear} /> : <Loading />
  const { conversations } = data
  if (conversations.length === 0) return <Nothing filters={filters} onClear={onClear} onNew={onNew} />
  const isPerson = ({ message }: (typeof conversations)[number]) => message === null
  const groups = [
    [words.people, conversations.filter(isPerson)],
    [words.messages, conversations.filter((each) => !isPerson(each))],
  ] as const
  return (
    <div
      onKeyDown={moveBetweenRows}
      aria-busy={isPlaceholderData}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain aria-busy:opacity-50"
    >
      <p role="status" className="sr-only">
        {!isPlaceholderData && words.matches(conversations.length)}
      </p>
      {groups.map(
        ([name, found]) =>
          found.length > 0 && (
            <section key={name} aria-label={name}>
              <h2 className="px-3 pt-3 pb-1 text-xs font-medium text-ink-3">{name}</h2>
              <ul>
                {found.map(({ id, contact, inbox, channel, message, last_activity_at }) => (
                  <ResultRow
                    key={id}
                    conversation_id={id}
                    contact={contact}
                    content={message ? unmarked(message.content, message, channel) : inbox.name}
                    direction={message?.direction ?? 'incoming'}
                    private={message?.private ?? false}
                    author={message?.author ?? ''}
                    at={message?.created_at ?? last_activity_at}
                    q={message ? q : ''}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}
