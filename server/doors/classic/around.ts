import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Agent, Team } from '#contract/records/people.ts'
import type { Asked } from '#doors/classic/route.ts'
import type { WholeContact } from '#doors/classic/shapes/contact.ts'
import { type Around, classicConversation } from '#doors/classic/shapes/conversation.ts'
import { reject } from '#kernel/problem.ts'

type Hands = Pick<Asked, 'act' | 'account'>
type Items<T> = { items: T[] }

/** Conversations with all that classic clients find in them: a handful of reads, however many they are. */
export async function showConversations(hands: Hands, conversations: readonly Conversation[]) {
  const around = await lookAround(hands, conversations)
  // Where the contact was deleted in between, the conversation went with it.
  return conversations.flatMap((conversation) => {
    const contact = around.contacts.get(conversation.contact.id)
    return contact ? [classicConversation(conversation, contact, around)] : []
  })
}

export async function showConversation(hands: Hands, conversation: Conversation) {
  const [shown] = await showConversations(hands, [conversation])
  return shown ?? reject('not_found', 'There is no such conversation.')
}

/** What the conversations refer to: contacts, last messages, agents, teams. */
export async function lookAround({ act, account }: Hands, conversations: readonly Conversation[]): Promise<Around> {
  const message_ids = conversations.flatMap(({ last_message }) => last_message?.id ?? [])
  const nothing = { items: [] }
  const [authors, messages, teams] = await Promise.all([
    findAuthors(
      { act, account },
      conversations.map(({ contact }) => contact.id),
    ),
    message_ids.length > 0 ? act<Items<Message>>('get_messages', { message_ids }) : nothing,
    conversations.some(({ team }) => team) ? act<Items<Team>>('list_teams') : nothing,
  ])
  return { ...authors, messages: byId(messages.items), teams: byId(teams.items) }
}

/** Who may have written in conversations with these contacts. */
export async function findAuthors({ act, account }: Hands, contact_ids: readonly string[]) {
  const nothing = { items: [] }
  const [contacts, agents] = await Promise.all([
    contact_ids.length > 0
      ? act<Items<WholeContact>>('get_contacts', { contact_ids: [...new Set(contact_ids)] })
      : nothing,
    contact_ids.length > 0 ? act<Items<Agent>>('list_agents') : nothing,
  ])
  return { account, contacts: byId(contacts.items), agents: byId(agents.items) }
}

export function byId<T extends { id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]))
}
