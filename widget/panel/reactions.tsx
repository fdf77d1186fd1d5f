import type { ChatMessage } from '#contract/records/conversation.ts'
import type { Chat } from './chat.ts'
import type { Words } from './state.ts'

type Props = { message: ChatMessage; chat: Chat; words: Words }

/** Reactions to a message, each emoji once. Pressing one's own takes it back. */
export function Reactions({ message, chat, words }: Props) {
  const { id, reactions } = message
  if (reactions.length === 0) return null
  const emojis = [...new Set(reactions.map(({ emoji }) => emoji))]
  return (
    <ul class="reactions" aria-label={words.reactions}>
      {emojis.map((emoji) => {
        const authors = reactions.filter((each) => each.emoji === emoji).map(({ author }) => author)
        const isOwn = authors.some(({ type }) => type === 'contact')
        const names = authors.map(({ type, name }) => (type === 'contact' ? words.you : name || words.team))
        return (
          <li key={emoji}>
            <button
              type="button"
              title={names.join(', ')}
              aria-label={words.reaction(emoji, names.join(', '))}
              aria-pressed={isOwn}
              onClick={() => chat.react(id, isOwn ? null : emoji)}
            >
              {emoji}
              {authors.length > 1 && <small>{authors.length}</small>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
