import type { Inbox } from '#contract/records/inbox.ts'
import { externalId } from '#domains/conversations/chat/visitor.ts'
import type { PastMessage } from '#domains/conversations/history/past.ts'
import { authorOf } from '#domains/conversations/rules.ts'
import type { Person } from '#server/demo/contacts.ts'
import type { Extra, Line } from '#server/demo/dialogues.ts'
import { HOUR, MINUTE } from '#server/demo/past.ts'
import type { Actor } from '#kernel/operation.ts'

export type VoiceNote = NonNullable<PastMessage['voice']>

type Speakers = { inbox: Inbox; person: Person; agent: Actor; voice: VoiceNote }

/** The message of one line. Its id in the channel consists of the key of the conversation and its place. */
export function toMessage(
  { inbox, person, agent, voice }: Speakers,
  [who, text, extra = {}]: Line,
  at: number,
  key: string,
  place: number,
): PastMessage {
  const { quotes, referral, content_type, content_attributes } = withName(extra, person)
  const customer = { type: 'contact' as const, id: person.id, name: person.name }
  const [author, other] = who === 'c' ? [customer, authorOf(agent)] : [authorOf(agent), customer]
  const reacted_at = new Date(at + MINUTE).toISOString()
  return {
    at: new Date(at),
    direction: who === 'c' ? 'incoming' : 'outgoing',
    author,
    content: text ? text.replace('{name}', firstName(person)) : null,
    content_type,
    content_attributes: { ...content_attributes, ...(referral && { referral }) },
    private: who === 'n',
    ...(inbox.channel === 'web_widget' ? siteFields(inbox, key, who, at) : channelFields(key, place, who, at)),
    reply_to: quotes === undefined ? undefined : `${key}-${quotes}`,
    reactions: extra.reaction ? [{ emoji: extra.reaction, author: other, at: reacted_at }] : undefined,
    voice: extra.voice && voice,
  }
}

/** Messages of a customer on the site have the id of their browser. */
function siteFields({ id }: Inbox, key: string, who: Line[0], at: number): Partial<PastMessage> {
  const source_id = key.slice(0, key.lastIndexOf('-'))
  return who === 'c' ? { external_id: externalId({ inbox_id: id, source_id, verified: false }, `${at}`) } : {}
}

/** Messages of a provider have an id there; answers older than an hour were read. */
function channelFields(key: string, place: number, who: Line[0], at: number): Partial<PastMessage> {
  if (who === 'n') return {}
  const isRead = Date.now() - at > HOUR
  return { external_id: `${key}-${place}`, ...(who === 'a' && { status: isRead ? 'read' : 'delivered' }) }
}

/** The ad that brought the customer, as their conversation keeps it. */
export function referralOf(lines: readonly Line[]): { referral: Record<string, string> } | undefined {
  const referral = lines.find(([, , extra]) => extra?.referral)?.[2]?.referral
  return referral && { referral }
}

function withName(extra: Extra, person: Person): Extra {
  return JSON.parse(JSON.stringify(extra).replaceAll('{name}', firstName(person))) as Extra
}

function firstName({ name }: Person): string {
  return name.split(' ')[0]!
}
