import { type Channel, channelCapabilities } from '#contract/channels.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { insertPast, type PastConversation, type PastMessage } from '#domains/conversations/history/past.ts'
import { CHANNEL_DIALOGUES } from '#server/demo/channel-dialogues.ts'
import type { Person } from '#server/demo/contacts.ts'
import { DIALOGUES, type Line } from '#server/demo/dialogues.ts'
import { DAY, MINUTE, type Past } from '#server/demo/past.ts'
import { referralOf, toMessage, type VoiceNote } from '#server/demo/messages.ts'
import { changesOf } from '#server/demo/history.ts'
import { type Dice, dice } from '#server/demo/random.ts'
import { seedSurvey } from '#server/demo/surveys.ts'
import type { Actor } from '#kernel/operation.ts'

const CONVERSATIONS = 120
/** Conversations that were escalated. */
const URGENT = new Set([4, 9, 15])

/** Creates 120 conversations over the last 90 days, some of them today. */
export async function seedConversations(
  past: Past,
  inboxes: readonly Inbox[],
  people: readonly Person[],
  voice: VoiceNote,
): Promise<void> {
  const { now, agents, happen } = past
  const scenes = people.slice(0, CONVERSATIONS).map((person, i) => {
    // Each conversation has its own random generator, so that changing one leaves the others as they are.
    const roll = dice(11 + i)
    const began = Math.max(now - startedAgo(i, roll), Date.parse(person.created_at))
    const inbox = inboxes[i % 10 === 0 ? 0 : 1 + (i % (inboxes.length - 1))]!
    const dialogue = roll.one(DIALOGUES)
    return plan(past, { began, inbox, person, agent: roll.one(agents), dialogue, i, roll, voice })
  })
  const ids = await happen('import_conversations', agents[0]!, now, (ctx) =>
    insertPast(
      ctx,
      scenes.map(({ conversation }) => conversation),
    ),
  )
  await Promise.all(scenes.map((scene, i) => followUp(past, scene, ids[i]!)))
  // After the labels, which came at the same moment as the ending.
  past.events.push(...scenes.flatMap((scene, i) => changesOf(scene, ids[i]!)))
}

type Setting = {
  began: number
  inbox: Inbox
  person: Person
  agent: Actor
  dialogue: readonly Line[]
  i: number
  roll: Dice
  voice: VoiceNote
}

export type Scene = Setting & { conversation: PastConversation; visitor: Partial<Actor>; end: number; label?: string }

/** Plans one conversation from its dialogue. Some conversations are left unanswered, most are resolved, a few are snoozed. */
function plan({ now }: Past, setting: Setting): Scene {
  const { began, inbox, person, agent, dialogue, i, roll } = setting
  const shown = CHANNEL_DIALOGUES[i]
  // Many recent conversations still wait for their first reply, few older ones do.
  const isUnanswered = roll.chance(now - began < 2 * DAY ? 35 : 8)
  const lines = shown ?? dialogue.slice(0, isUnanswered ? 1 : dialogue.length)
  const visitor = visitorOf(inbox, person)
  const messages: PastMessage[] = []
  let at = began
  for (const [place, line] of lines.entries()) {
    if (at > now) break
    messages.push(toMessage(setting, line, at, `${visitor.visitor!.source_id}-${began}`, place))
    at += (2 + roll.below(shown ? 4 : line[0] === 'c' ? 40 : 90)) * MINUTE
  }
  const end = Math.min(at, now)
  const priority = roll.one(['low', 'medium', 'high', 'urgent'] as const)
  const isPrioritised = roll.chance(25)
  const label = roll.one(['venta', 'arriendo', 'vehículos', 'visita agendada'])
  const isLabelled = roll.chance(40)
  const conversation: PastConversation = {
    contact_id: person.id,
    inbox_id: inbox.id,
    source_id: visitor.visitor!.source_id,
    assignee_id: lines.length > 1 ? agent.user_id : null,
    priority: isPrioritised ? priority : 'none',
    messages,
    window_hours: channelCapabilities[inbox.channel].window_hours,
    additional_attributes: referralOf(lines),
    ending: lines.length > 1 ? endingOf(now, end, setting) : undefined,
    ...(isPrioritised && { updated_at: new Date(end) }),
  }
  return { ...setting, conversation, visitor, end, ...(isLabelled && { label }) }
}

function endingOf(now: number, end: number, { i, agent, roll }: Setting): PastConversation['ending'] {
  const at = new Date(end)
  const snoozed_until = new Date(now + (1 + (i % 5)) * DAY).toISOString()
  if (i % 17 === 3) return { at, by: authorFields(agent), snoozed_until }
  return now - end > DAY && roll.chance(92) ? { at, by: authorFields(agent) } : undefined
}

function authorFields({ type, id, name }: Actor) {
  return { type, id, name }
}

/** Labels, escalation and survey, which run as operations on the finished conversation. */
async function followUp(
  past: Past,
  { inbox, visitor, conversation, agent, end, label, i, roll }: Scene,
  conversation_id: string,
) {
  const { act } = past
  const by = conversation.assignee_id ? agent : {}
  if (label) await act('tag_conversation', { conversation_id, label_title: label }, end, by)
  if (URGENT.has(i)) {
    await act('tag_conversation', { conversation_id, label_title: 'urgente' }, end)
    await act('set_conversation_priority', { conversation_id, priority: 'urgent' }, end)
    await act('set_conversation_team', { conversation_id, team: 'Ventas' }, end)
  }
  const isResolved = conversation.ending && !conversation.ending.snoozed_until
  if (isResolved && inbox.csat.enabled) await seedSurvey(past, { conversation_id, inbox, visitor, end, roll })
}

/** The customer as their channel knows them: a browser on the site, a number in WhatsApp, an id in the other ones. */
function visitorOf({ id, channel }: Inbox, person: Person): Partial<Actor> {
  const number = person.phone_number.slice(1)
  const source_ids: Partial<Record<Channel, string>> = { web_widget: `demo-${person.id}`, whatsapp: number }
  return {
    type: 'contact',
    id: person.id,
    name: person.name,
    permissions: new Set(['visitor']),
    visitor: { inbox_id: id, source_id: source_ids[channel] ?? `68${number}`, verified: false },
  }
}

/** The first conversations started within the last hours, the next yesterday, the others over the last 90 days. */
function startedAgo(i: number, roll: Dice): number {
  if (i < 12) return (i * 25 + 4) * MINUTE
  if (i < 24) return DAY + roll.below(10) * 60 * MINUTE
  return roll.below(86) * DAY + 2 * DAY + roll.below(86_400) * 1000
}
