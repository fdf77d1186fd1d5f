import type { ChatMessage } from '#contract/records/conversation.ts'
import type { Unsent } from '#widget/protocol.ts'
import { useMemo, useState } from 'preact/hooks'
import type { Props } from './chat.ts'
import { Attachments, ChosenFiles } from './attachments.tsx'
import { Icon } from './icon.tsx'
import { MessageText } from './message-text.tsx'
import type { Words } from './state.ts'
import { Survey } from './survey.tsx'
import { arrange, type Group } from './thread.ts'
import { clock, dayName } from './time.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

/** What was said, oldest first, and at its end what is still on its way. */
export function Conversation({ state, chat, words }: Props) {
  const { messages, unsent, older, language, status, typing } = state
  const days = useMemo(() => arrange(messages), [messages])
  const { log, isAway, toEnd } = useStickToEnd([messages, unsent, typing])
  const own = lastOwn(messages)
  return (
    <div class="thread">
      <div ref={log} class="log" role="log" aria-label={words.conversation} tabIndex={0}>
        {older !== null && <Earlier load={chat.loadOlder} words={words} />}
        {days.map((day) => (
          <section key={day.key} aria-label={dayName(day.at, language, words)}>
            <h2 class="day">{dayName(day.at, language, words)}</h2>
            {day.groups.map((group) => (
              <Said key={group.key} {...{ group, chat, words, language }}>
                {own && unsent.length === 0 && group.messages.includes(own) && (
                  <span> · {words.statuses[progressOf(own, state.agent_seen_at)]}</span>
                )}
              </Said>
            ))}
          </section>
        ))}
        {unsent.map((each) => (
          <Waiting key={each.client_id} {...{ unsent: each, chat, words }} />
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

/** A drawing, for while there is nothing to read. */
const LooseThread = () => (
  <svg viewBox="0 0 134 60" class="loose" aria-hidden="true">
    <path d="M6 46C26 46 34 12 52 12s14 34-2 34-14-34 6-34 20 34 36 34 18-18 30-18" />
  </svg>
)

function Earlier({ load, words }: { load(): Promise<void>; words: Words }) {
  const [busy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    load()
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <button type="button" class="earlier" disabled={busy} onClick={press}>
      {busy ? words.loading : words.earlier}
    </button>
  )
}

type SaidProps = Pick<Props, 'chat' | 'words'> & {
  group: Group
  language: string
  children: preact.ComponentChildren
}

function Said({ group, chat, words, language, children }: SaidProps) {
  return (
    <div class={group.mine ? 'said mine' : 'said'}>
      <p class={group.mine ? 'author unseen' : 'author'}>{group.mine ? words.you : group.author || words.team}</p>
      {group.messages.map((message) => (
        <div key={message.id} class="message">
          {message.deleted && <p class="bubble deleted">{words.deleted}</p>}
          {message.content && (
            <p class="bubble">
              <MessageText text={message.content} />
            </p>
          )}
          <Attachments files={message.attachments} words={words} />
          {message.survey && <Survey survey={message.survey} chat={chat} words={words.survey} />}
        </div>
      ))}
      <p class="meta">
        <time dateTime={group.at}>{clock(group.at, language)}</time>
        {children}
      </p>
    </div>
  )
}

/** A message that is not acknowledged yet; one that was refused can be sent again or dropped. */
function Waiting({ unsent, chat, words }: { unsent: Unsent; chat: Props['chat']; words: Words }) {
  const { client_id, content, files, failure } = unsent
  const reasons: Record<string, string> = words.problems
  return (
    <div class="said mine">
      <p class="author unseen">{words.you}</p>
      <div class="message">
        {content && (
          <p class="bubble pending">
            <MessageText text={content} />
          </p>
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
