import type { ChatMessage } from '#contract/records/conversation.ts'
import type { Unsent } from '#widget/protocol.ts'
import { useMemo, useState } from 'preact/hooks'
import type { Props } from './chat.ts'
import { ChosenFiles } from './attachments.tsx'
import { Icon } from './icon.tsx'
import { Message, type MessageProps } from './message.tsx'
import { MessageText } from './message-text.tsx'
import type { Words } from './state.ts'
import { groupByDay, type Group } from './thread.ts'
import { clock, dayName } from './time.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

/** The messages, oldest first, followed by those that are still being sent. */
export function Conversation({ state, chat, words, onQuote }: Props & Pick<MessageProps, 'onQuote'>) {
  const { messages, unsent, older, language, status, typing } = state
  const days = useMemo(() => groupByDay(messages), [messages])
  const { log, isAway, toEnd } = useStickToEnd([messages, unsent, typing])
  const own = lastOwn(messages)
  return (
    <div class="thread">
      <div ref={log} class="log" role="log" aria-label={words.conversation} tabIndex={0}>
        {older !== null && <LoadEarlier load={chat.loadOlder} words={words} />}
        {days.map((day) => (
          <section key={day.key} aria-label={dayName(day.at, language, words)}>
            <h2 class="day">{dayName(day.at, language, words)}</h2>
            {day.groups.map((group) => (
              <MessageGroup key={group.key} {...{ group, state, chat, words, onQuote }}>
                {own && unsent.length === 0 && group.messages.includes(own) && (
                  <span> · {words.statuses[progressOf(own, state.agent_seen_at)]}</span>
                )}
              </MessageGroup>
            ))}
          </section>
        ))}
        {unsent.map((each) => (
          <UnsentMessage key={each.client_id} {...{ unsent: each, chat, words }} />
        ))}
        {messages.length === 0 && unsent.length === 0 && <LooseThread />}
        {status === 'resolved' && unsent.length === 0 && <p class="note">{words.resolved}</p>}
        {typing && (
          <p class="typing">
            <span class="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {words.typing(typing)}
          </p>
        )}
      </div>
      {isAway && (
        <button type="button" class="icon latest" aria-label={words.latest} onClick={toEnd}>
          <Icon name="down" />
        </button>
      )}
    </div>
  )
}

/** A decoration for the empty conversation. */
const LooseThread = () => (
  <svg viewBox="0 0 134 60" class="loose" aria-hidden="true">
    <path d="M6 46C26 46 34 12 52 12s14 34-2 34-14-34 6-34 20 34 36 34 18-18 30-18" />
  </svg>
)

function LoadEarlier({ load, words }: { load(): Promise<void>; words: Words }) {
  const [isBusy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    load()
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <button type="button" class="earlier" disabled={isBusy} onClick={press}>
      {isBusy ? words.loading : words.earlier}
    </button>
  )
}

type GroupProps = Omit<MessageProps, 'message'> & { group: Group; children: preact.ComponentChildren }

function MessageGroup({ group, children, ...props }: GroupProps) {
  const { words, state } = props
  return (
    <div class={group.isOwn ? 'group own' : 'group'}>
      <p class={group.isOwn ? 'author unseen' : 'author'}>{group.isOwn ? words.you : group.author || words.team}</p>
      {group.messages.map((message) => (
        <Message key={message.id} message={message} {...props} />
      ))}
      <p class="meta">
        <time dateTime={group.at}>{clock(group.at, state.language)}</time>
        {children}
      </p>
    </div>
  )
}

/** A message that is not acknowledged yet; a failed one can be sent again or discarded. */
function UnsentMessage({ unsent, chat, words }: { unsent: Unsent; chat: Props['chat']; words: Words }) {
  const { client_id, content, files, reply_to, failure } = unsent
  const reasons: Record<string, string> = words.problems
  return (
    <div class="group own">
      <p class="author unseen">{words.you}</p>
      <div class="message">
        {content && (
          <div class="bubble pending">
            {reply_to && <p class="quote">{reply_to.preview || words.attachment}</p>}
            <MessageText text={content} />
          </div>
        )}
        <ChosenFiles files={files} />
      </div>
      {failure === null ? (
        <p class="meta">{words.statuses.sending}</p>
      ) : (
        <p class="meta failed">
          {words.statuses.failed}. {reasons[failure] ?? ''}{' '}
          <button type="button" onClick={() => chat.retry(client_id)}>
            {words.retry}
          </button>{' '}
          <button type="button" onClick={() => chat.discard(client_id)}>
            {words.discard}
          </button>
        </p>
      )}
    </div>
  )
}

function lastOwn(messages: readonly ChatMessage[]): ChatMessage | undefined {
  return messages.findLast((message) => message.direction === 'incoming')
}

function progressOf({ status, created_at }: ChatMessage, seen_at: string | null): ChatMessage['status'] {
  return seen_at !== null && seen_at >= created_at ? 'read' : status
}
