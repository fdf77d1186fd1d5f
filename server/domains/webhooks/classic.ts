import type { Account } from '#contract/records/access.ts'
import type { Contact } from '#contract/records/contact.ts'
import type { ChannelIdentity, Conversation, Message } from '#contract/records/conversation.ts'
import type { Agent, Team } from '#contract/records/people.ts'
import type { ClassicName } from '#contract/records/webhook.ts'
import { part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as teams from '#domains/workspace/teams.ts'
import type { Context } from '#kernel/operation.ts'
import type { Event } from '#kernel/subscriber.ts'

/** Records an event refers to, by id. */
export type EventRelations = {
  account: Account
  contacts: ReadonlyMap<string, Contact & { channel_identities: ChannelIdentity[] }>
  agents: ReadonlyMap<string, Agent>
  teams: ReadonlyMap<string, Team>
  messages: ReadonlyMap<string, Message>
}

/** Formats an event for classic clients; provided by the classic door. */
export type ClassicShape = (name: ClassicName, event: Event, relations: EventRelations) => object

type EventPayload = { conversation?: Conversation; message?: Message; inbox?: { id: string } }

/** The inbox of an event, if any. */
export function inboxOf(event: Event): string | null {
  const { conversation, inbox } = event.payload as EventPayload
  return conversation?.inbox.id ?? inbox?.id ?? null
}

/** Loads the records that a classic event embeds. */
export async function loadRelations(ctx: Context, event: { payload: object }): Promise<EventRelations> {
  const { account } = ctx.actor
  const { conversation, message } = event.payload as EventPayload
  if (!conversation) return { account, contacts: new Map(), agents: new Map(), teams: new Map(), messages: new Map() }
  const last = conversation.last_message?.id
  const wanted = last && last !== message?.id ? [last] : []
  const [contact, people, groups, known] = await Promise.all([
    findContact(ctx, conversation),
    agents.list(ctx),
    conversation.team ? teams.list(ctx) : [],
    wanted.length > 0 ? messages.listByIds(ctx, wanted) : [],
  ])
  return {
    account,
    contacts: byId([contact]),
    agents: byId(people),
    teams: byId(groups),
    messages: byId([...known, ...(message ? [message] : [])]),
  }
}

/** The contact of a conversation, or what the conversation stored of it if it was deleted. */
async function findContact(ctx: Context, { contact, ...conversation }: Conversation) {
  const filter = part`c.id = ${contact.id}`
  const one = { terms: [], attributes: undefined, label_ids: [], has_open_conversation: undefined, filter }
  const [[found], channel_identities] = await Promise.all([
    contacts.searchFrom(ctx, one, part`c.id`, 0, 1),
    identities.listOfContacts(ctx, [contact.id]),
  ])
  return { ...(found ?? { ...unknown, ...contact, created_at: conversation.created_at }), channel_identities }
}

const unknown: Omit<Contact, keyof Conversation['contact'] | 'created_at'> = {
  city: null,
  country: null,
  company_name: null,
  job_title: null,
  bio: null,
  last_activity_at: null,
  custom_attributes: {},
  labels: [],
  url: '',
  updated_at: '',
}

function byId<T extends { id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]))
}
