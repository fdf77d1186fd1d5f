import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Agent, Team } from '#contract/records/people.ts'
import type { ClassicCall } from '#doors/classic/route.ts'
import type { ContactWithIdentities } from '#doors/classic/shapes/contact.ts'
import { type References, classicConversation } from '#doors/classic/shapes/conversation.ts'
import { reject } from '#kernel/problem.ts'

type Caller = Pick<ClassicCall, 'invoke' | 'account'>
type Items<T> = { items: T[] }

/** Conversations with everything classic clients expect in them, in a fixed number of reads. */
export async function presentConversations(caller: Caller, conversations: readonly Conversation[]) {
  const references = await loadReferences(caller, conversations)
  // A contact deleted meanwhile took the conversation with it.
  return conversations.flatMap((conversation) => {
    const contact = references.contacts.get(conversation.contact.id)
    return contact ? [classicConversation(conversation, contact, references)] : []
  })
}

export async function presentConversation(caller: Caller, conversation: Conversation) {
  const [presented] = await presentConversations(caller, [conversation])
  return presented ?? reject('not_found', 'There is no such conversation.')
}

/** Loads the records that conversations refer to: contacts, last messages, agents and teams. */
export async function loadReferences(
  { invoke, account }: Caller,
  conversations: readonly Conversation[],
): Promise<References> {
  const message_ids = conversations.flatMap(({ last_message }) => last_message?.id ?? [])
  const empty = { items: [] }
  const [authors, messages, teams] = await Promise.all([
    loadAuthors(
      { invoke, account },
      conversations.map(({ contact }) => contact.id),
    ),
    message_ids.length > 0 ? invoke<Items<Message>>('get_messages', { message_ids }) : empty,
    conversations.some(({ team }) => team) ? invoke<Items<Team>>('list_teams') : empty,
  ])
  return { ...authors, messages: byId(messages.items), teams: byId(teams.items) }
}

/** Loads the possible authors of messages in conversations with these contacts. */
export async function loadAuthors({ invoke, account }: Caller, contact_ids: readonly string[]) {
  const empty = { items: [] }
  const [contacts, agents] = await Promise.all([
    contact_ids.length > 0
      ? invoke<Items<ContactWithIdentities>>('get_contacts', { contact_ids: [...new Set(contact_ids)] })
      : empty,
    contact_ids.length > 0 ? invoke<Items<Agent>>('list_agents') : empty,
  ])
  return { account, contacts: byId(contacts.items), agents: byId(agents.items) }
}

export function byId<T extends { id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]))
}
