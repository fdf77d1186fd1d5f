import { type MessageOption, readChosen, readOptionGroups } from '#contract/message-options.ts'
import type { ChatMessage } from '#contract/records/conversation.ts'
import type { Unsent } from '#widget/protocol.ts'
import type { Chat } from './chat.ts'
import { Icon } from './icon.tsx'
import type { Words } from './state.ts'

type Props = {
  message: ChatMessage
  messages: readonly ChatMessage[]
  unsent: readonly Unsent[]
  chat: Chat
  words: Words
}

/** Buttons or a list to choose from. After the choice the others are disabled; the chosen one is marked. */
export function Options({ message, messages, unsent, chat, words }: Props) {
  const groups = readOptionGroups(message)
  if (groups.length === 0) return null
  const sending = unsent.find(({ reply_to, failure }) => reply_to?.id === message.id && failure === null)?.choice
  // The answer may arrive before the update of its question.
  const answer = messages.find(({ content_type, reply_to }) => content_type === 'choice' && reply_to?.id === message.id)
  const chosen = readChosen(message) ?? sending ?? answer?.content_attributes['id']
  const title = message.content_attributes['button']
  return (
    <div class="options" role="group" aria-label={typeof title === 'string' ? title : words.options}>
      {groups.map((group, i) => (
        <div key={i} class={message.content_type === 'list' ? 'rows' : 'buttons'}>
          {group.title && <p>{group.title}</p>}
          {group.options.map((option) => (
            <Option
              key={option.id}
              {...{ option, words }}
              isChosen={option.id === chosen}
              choose={chosen === undefined ? () => chat.choose(message, option) : undefined}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { option: MessageOption; isChosen: boolean; words: Words; choose: (() => void) | undefined }

/** Stays focusable when it can no longer be chosen, so that the focus is not lost. */
const Option = ({ option: { title, description }, isChosen, words, choose }: OptionProps) => (
  <button type="button" aria-pressed={isChosen} aria-disabled={!choose} onClick={() => choose?.()}>
    {isChosen && <Icon name="check" />}
    <span>
      {title}
      {isChosen && <span class="unseen"> ({words.chosen})</span>}
      {description && <small>{description}</small>}
    </span>
  </button>
)
