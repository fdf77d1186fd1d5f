import { Bot, CodeXml, Lock, Megaphone, Paperclip, Zap } from '#web/ui/icons.ts'
import { unmarked } from '#contract/channels.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useSession } from '#web/app/session.ts'

/** The last message and its author. */
export function Preview({ conversation: { channel, last_message } }: { conversation: Conversation }) {
  const { list: words } = useInboxWords()
  if (!last_message) return <span className="italic">{words.noMessage}</span>
  const { attachment_count, private: isNote } = last_message
  const preview = unmarked(last_message.preview, last_message, channel)
  return (
    <>
      {isNote && <Lock size={12} aria-hidden className="mr-1 inline text-warn-text" />}
      {isNote && <span className="text-warn-text">{words.note} </span>}
      <Author {...last_message} />
      {attachment_count > 0 && <Paperclip size={12} aria-hidden className="mr-1 inline" />}
      {preview || (attachment_count > 0 ? words.attachments(attachment_count) : <i>{words.deleted}</i>)}
    </>
  )
}

type LastMessage = NonNullable<Conversation['last_message']>

function Author({ author, direction }: Pick<LastMessage, 'author' | 'direction'>) {
  const { list: words } = useInboxWords()
  const { user } = useSession()
  if (direction === 'incoming') return null
  if (author.type === 'agent') {
    const name = author.id === user.id ? words.you : author.name.split(/\s+/)[0]
    return <span className="text-ink-2">{name}: </span>
  }
  const Icon = icons[author.type as keyof typeof icons]
  if (!Icon) return null
  return (
    <>
      <Icon size={13} aria-hidden className="mr-1 inline text-accent-text" />
      <span className="text-ink-2">{words.authors[author.type as keyof typeof icons]}: </span>
    </>
  )
}

const icons = { ai_agent: Bot, automation: Zap, campaign: Megaphone, api: CodeXml }
