import type { Inbox } from '#contract/records/inbox.ts'
import type { Person } from '#server/demo/contacts.ts'
import { DIALOGUES, type Line } from '#server/demo/dialogues.ts'
import { DAY, MINUTE, type Past, together } from '#server/demo/past.ts'
import { type Dice, dice } from '#server/demo/random.ts'
import { seedSurvey } from '#server/demo/surveys.ts'
import type { Actor } from '#kernel/operation.ts'

const CONVERSATIONS = 120
/** Those somebody has marked, and what came of it. */
const URGENT = new Set([4, 9, 15])

/** What 120 customers have said in the last 90 days, some of it today. */
export async function seedConversations(
  past: Past,
  inboxes: readonly Inbox[],
  people: readonly Person[],
): Promise<void> {
  const { now, agents } = past
  await together(people.slice(0, CONVERSATIONS), async (person, i) => {
    // Each has dice of its own, so that it is the same in whatever order they are told.
    const roll = dice(11 + i)
    const began = Math.max(now - startedAgo(i, roll), Date.parse(person.created_at))
    const inbox = inboxes[i % 10 === 0 ? 0 : 1 + (i % (inboxes.length - 1))]!
    const dialogue = roll.one(DIALOGUES)
    await seedOne(past, { began, inbox, person, agent: roll.one(agents), dialogue, i, roll })
  })
}

type Scene = {
  began: number
  inbox: Inbox
  person: Person
  agent: Actor
  dialogue: readonly Line[]
  i: number
  roll: Dice
}

/** One conversation, told line by line; some are left unanswered, some are done, one in a while is put off. */
async function seedOne(past: Past, { began, inbox, person, agent, dialogue, i, roll }: Scene): Promise<void> {
  const { act, now } = past
  // Of the latest many wait for their first answer, of those before hardly any.
  const lines = dialogue.slice(0, roll.chance(now - began < 2 * DAY ? 35 : 8) ? 1 : dialogue.length)
  const customer = await meet(past, inbox, person, began)
  let at = began
  let conversation_id = ''
  for (const [n, [who, text]] of lines.entries()) {
    if (at > now) break
    const content = text.replace('{name}', person.name.split(' ')[0]!)
    if (who === 'c') conversation_id = await customer.write(content, at)
    else await act('send_message', { conversation_id, content, private: who === 'n' }, at, agent)
    if (n === 0 && lines.length > 1) await act('assign_conversation', { conversation_id, agent: agent.user_id! }, at)
    at += (2 + roll.below(who === 'c' ? 40 : 90)) * MINUTE
  }
  const end = Math.min(at, now)
  const priority = roll.one(['low', 'medium', 'high', 'urgent'] as const)
  if (roll.chance(25)) await act('set_conversation_priority', { conversation_id, priority }, end)
  const label_title = roll.one(['venta', 'arriendo', 'vehículos', 'visita agendada'])
  if (roll.chance(40)) await act('tag_conversation', { conversation_id, label_title }, end)
  if (URGENT.has(i)) {
    await act('tag_conversation', { conversation_id, label_title: 'urgente' }, end)
    await act('set_conversation_priority', { conversation_id, priority: 'urgent' }, end)
    await act('set_conversation_team', { conversation_id, team: 'Ventas' }, end)
  }
  if (lines.length === 1) return
  const until = new Date(now + (1 + (i % 5)) * DAY).toISOString()
  if (i % 17 === 3) await act('snooze_conversation', { conversation_id, until }, end)
  else if (now - end > DAY && roll.chance(92)) {
    await act('resolve_conversation', { conversation_id }, end, agent)
    if (inbox.csat.enabled) await seedSurvey(past, { conversation_id, inbox, visitor: customer.visitor, end, roll })
  }
}

/** How a customer writes: one of the site from a browser, one of a messenger from a phone. */
async function meet({ act }: Past, inbox: Inbox, person: Person, at: number) {
  const isSite = inbox.channel === 'web_widget'
  const source_id = isSite ? `demo-${person.id}` : person.phone_number
  const visitor: Partial<Actor> = {
    type: 'contact',
    id: person.id,
    name: person.name,
    permissions: new Set(['visitor']),
    visitor: { inbox_id: inbox.id, source_id, verified: false },
  }
  if (!isSite) {
    const from = { inbox_id: inbox.id, source_id, contact: { phone_number: person.phone_number } }
    const write = async (content: string, at: number) =>
      (await act('receive_message', { ...from, content }, at)).conversation.id
    return { visitor, write }
  }
  await act('create_contact_identity', { contact_id: person.id, inbox_id: inbox.id, source_id }, at)
  let conversation_id: string | undefined
  const write = async (content: string, at: number): Promise<string> => {
    await act('post_chat_message', { client_id: `${at}`, content }, at, visitor)
    conversation_id ??= (await act('get_chat', {}, at, visitor)).conversation!.id
    return conversation_id
  }
  return { visitor, write }
}

/** The first came within the last hours, the next yesterday, the others over the last 90 days. */
function startedAgo(i: number, roll: Dice): number {
  if (i < 12) return (i * 25 + 4) * MINUTE
  if (i < 24) return DAY + roll.below(10) * 60 * MINUTE
  return roll.below(86) * DAY + 2 * DAY + roll.below(86_400) * 1000
}
