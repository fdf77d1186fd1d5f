import { ATTRIBUTES, CANNED, DIALOGUES, type Line } from '#server/demo/dialogues.ts'
import { dice } from '#server/demo/random.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Actor } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { registry } from '#registry'

const CONVERSATIONS = 120
const AT_ONCE = 6
const MINUTE = 60_000
const DAY = 86_400_000

const INBOXES = [
  ['Sitio web', 'web_widget'],
  ['WhatsApp', 'api'],
  ['Instagram', 'api'],
  ['Facebook', 'api'],
] as const

type Act = <N extends keyof typeof registry>(name: N, input: object, at: number, as?: Partial<Actor>) => Promise<never>

/** Four inboxes, two teams, and what 120 customers have said in the last 90 days, some of it today. */
export async function seedConversations(runtime: Runtime, actor: Actor, agents: readonly Actor[]): Promise<void> {
  const now = Date.now()
  const act: Act = (name, input, at, as = {}) =>
    invoke(runtime, [name, registry[name]], { ...actor, ...as }, input, {
      request_id: 'demo',
      now: new Date(at),
    }) as Promise<never>
  const inboxes = await seedSetup(act, agents, now - 100 * DAY)
  const people = await listPeople(act, now)
  const seed = async (i: number) => {
    // Each has dice of its own, so that it is the same in whatever order they are told.
    const roll = dice(11 + i)
    const person = people[i]!
    const began = Math.max(now - startedAgo(i, roll), Date.parse(person.created_at))
    const inbox = inboxes[i % 10 === 0 ? 0 : 1 + (i % (inboxes.length - 1))]!
    await seedOne(act, { now, began, inbox, person, agents, dialogue: roll.one(DIALOGUES), i, roll })
  }
  for (let i = 0; i < CONVERSATIONS; i += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => seed(i + more)))
}

type Person = { id: string; name: string; phone_number: string; created_at: string }
type Page = { items: Person[]; next_cursor: string | null }
type Inbox = { id: string; name: string; channel: string }

/** Everyone there is, the newest first. */
async function listPeople(act: Act, now: number): Promise<Person[]> {
  const first = (await act('search_contacts', { limit: 100 }, now)) as Page
  const second = (await act('search_contacts', { limit: 100, cursor: first.next_cursor! }, now)) as Page
  return [...first.items, ...second.items]
}

async function seedSetup(act: Act, agents: readonly Actor[], at: number): Promise<Inbox[]> {
  const members = agents.map((agent) => agent.user_id!)
  await act(
    'create_team',
    { name: 'Ventas', description: 'Inmuebles nuevos y usados', members: members.slice(0, 3) },
    at,
  )
  await act(
    'create_team',
    { name: 'Vehículos', description: 'Nuevos, usados y retomas', members: members.slice(3) },
    at,
  )
  const inboxes: Inbox[] = []
  for (const [name, channel] of INBOXES) {
    const look = { color: '#0f766e', greeting_title: 'Casa & Motor' }
    const settings = channel === 'web_widget' ? { ...look, locale: 'auto', pre_chat: true } : {}
    inboxes.push(
      await act('create_inbox', { name, channel, settings, members, auto_assign: channel === 'web_widget' }, at),
    )
  }
  for (const [short_code, content] of CANNED)
    await act('create_canned_response', { short_code, content, inbox: 'WhatsApp' }, at)
  for (const [display_name, key, model, type, values] of ATTRIBUTES)
    await act('create_custom_attribute', { display_name, key, model, type, ...(values && { values }) }, at)
  return inboxes
}

type Scene = {
  now: number
  began: number
  inbox: Inbox
  person: Person
  agents: readonly Actor[]
  dialogue: readonly Line[]
  i: number
  roll: ReturnType<typeof dice>
}

/** One conversation, told line by line; some are left unanswered, some are done, one in a while is put off. */
async function seedOne(act: Act, { now, began, inbox, person, agents, dialogue, i, roll }: Scene): Promise<void> {
  const agent = roll.one(agents)
  const lines = dialogue.slice(0, roll.chance(20) ? 1 : dialogue.length)
  const write = await customer(act, inbox, person, began)
  let at = began
  let conversation_id = ''
  for (const [n, [who, text]] of lines.entries()) {
    if (at > now) break
    const content = text.replace('{name}', person.name.split(' ')[0]!)
    if (who === 'c') conversation_id = await write(content, at)
    else await act('send_message', { conversation_id, content, private: who === 'n' }, at, agent)
    if (n === 0 && lines.length > 1) await act('assign_conversation', { conversation_id, agent: agent.user_id }, at)
    at += (2 + roll.below(who === 'c' ? 40 : 90)) * MINUTE
  }
  const end = Math.min(at, now)
  const priority = roll.one(['low', 'medium', 'high', 'urgent'])
  if (roll.chance(25)) await act('set_conversation_priority', { conversation_id, priority }, end)
  const label_title = roll.one(['venta', 'arriendo', 'vehículos', 'visita agendada'])
  if (roll.chance(40)) await act('tag_conversation', { conversation_id, label_title }, end)
  if (lines.length === 1) return
  const until = new Date(now + (1 + (i % 5)) * DAY).toISOString()
  if (i % 17 === 3) await act('snooze_conversation', { conversation_id, until }, end)
  else if (now - end > DAY && roll.chance(75)) await act('resolve_conversation', { conversation_id }, end, agent)
}

/** How the customer writes: one of the site from a browser, one of a messenger from a phone. */
async function customer(act: Act, inbox: Inbox, person: Person, at: number) {
  if (inbox.channel === 'api') {
    const from = { inbox_id: inbox.id, source_id: person.phone_number, contact: { phone_number: person.phone_number } }
    return async (content: string, at: number): Promise<string> => {
      const { conversation } = (await act('receive_message', { ...from, content }, at)) as {
        conversation: { id: string }
      }
      return conversation.id
    }
  }
  const source_id = `demo-${person.id}`
  const visitor: Partial<Actor> = {
    type: 'contact',
    id: person.id,
    name: person.name,
    permissions: new Set(['visitor']),
    visitor: { inbox_id: inbox.id, source_id, verified: false },
  }
  await act('create_contact_identity', { contact_id: person.id, inbox_id: inbox.id, source_id }, at)
  return async (content: string, at: number): Promise<string> => {
    await act('post_chat_message', { client_id: `${at}`, content }, at, visitor)
    const { conversation } = (await act('get_chat', {}, at, visitor)) as { conversation: { id: string } }
    return conversation.id
  }
}

/** The first came within the last hours, the next yesterday, the others over the last 90 days. */
function startedAgo(i: number, roll: ReturnType<typeof dice>): number {
  if (i < 12) return (i * 25 + 4) * MINUTE
  if (i < 24) return DAY + roll.below(10) * 60 * MINUTE
  return roll.below(86) * DAY + 2 * DAY + roll.below(86_400) * 1000
}
