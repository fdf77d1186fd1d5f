import type { Conversation, Message } from '#contract/records/conversation.ts'
import { channelType } from '#doors/classic/shapes/channels.ts'
import { searchedContact, type ContactWithIdentities } from '#doors/classic/shapes/contact.ts'
import type { References } from '#doors/classic/shapes/conversation.ts'
import { type Authors, contentOf, messageType, senderOf } from '#doors/classic/shapes/message.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'

/** A conversation among the results of a search. */
export function searchedConversation(
  conversation: Conversation,
  contact: ContactWithIdentities,
  references: References,
) {
  const { id, inbox, channel, assignee, last_message, created_at } = conversation
  const message = last_message && references.messages.get(last_message.id)
  const agent = assignee && references.agents.get(assignee.id)
  return {
    id: Number(id),
    account_id: Number(references.account.id),
    created_at: seconds(created_at),
    message: message ? searchedMessage(message, inbox, references) : null,
    contact: searchedContact(contact),
    inbox: { ...idAndName(inbox), channel_type: channelType(channel) },
    agent: agent
      ? { id: Number(agent.id), available_name: agent.name, email: agent.email, name: agent.name, role: agent.role }
      : null,
  }
}

/** A message among the results of a search. */
export function searchedMessage(message: Message, inbox: { id: string; name: string }, authors: Authors) {
  return {
    id: Number(message.id),
    content: contentOf(message, authors.account),
    message_type: messageType(message),
    content_type: message.content_type,
    source_id: message.external_id,
    inbox_id: Number(inbox.id),
    conversation_id: Number(message.conversation_id),
    created_at: seconds(message.created_at),
    sender: senderOf(message.author, authors),
    inbox: idAndName(inbox),
  }
}

function idAndName({ id, name }: { id: string; name: string }) {
  return { id: Number(id), channel_id: Number(id), name }
}
