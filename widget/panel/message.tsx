import type { ChatMessage } from '#contract/records/conversation.ts'
import { Attachments } from './attachments.tsx'
import { Cards } from './cards.tsx'
import type { Props } from './chat.ts'
import { MessageActions } from './message-actions.tsx'
import { MessageText } from './message-text.tsx'
import { Options } from './options.tsx'
import { Quote } from './quote.tsx'
import { Reactions } from './reactions.tsx'
import { Survey } from './survey.tsx'

export type MessageProps = Props & { message: ChatMessage; onQuote(message: ChatMessage): void }

/** One message with everything that belongs to it. */
export function Message({ message, state, chat, words, onQuote }: MessageProps) {
  const { id, content, deleted, reply_to, edited_at } = message
  const { messages, unsent } = state
  return (
    <div class="message" data-message={id} tabIndex={-1}>
      <div class="line">
        <div class="body">
          {deleted && <p class="bubble deleted">{words.deleted}</p>}
          {!deleted && (content || reply_to) && (
            <div class="bubble">
              {reply_to && <Quote quoted={reply_to} reveal={chat.reveal} {...{ messages, words }} />}
              {content && <MessageText text={content} />}
              {edited_at && <small> {words.edited}</small>}
            </div>
          )}
          <Attachments files={message.attachments} words={words} />
          {!deleted && <Cards {...{ message, words }} />}
        </div>
        {!deleted && <MessageActions {...{ message, chat, words, onQuote }} isLast={messages.at(-1) === message} />}
      </div>
      {!deleted && <Options {...{ message, messages, unsent, chat, words }} />}
      {!deleted && <Reactions {...{ message, chat, words }} />}
      {message.survey && <Survey survey={message.survey} chat={chat} words={words.survey} />}
    </div>
  )
}
