import type { ChannelEvent, Person } from '#kernel/connector.ts'
import { moment, number, object, type Payload, text } from '#channels/meta/payload.ts'
import { contentOf } from './content.ts'
import type { Product } from './parse.ts'
import { emojiOf } from './reactions.ts'
import { referralOf } from './referral.ts'

/** One event of a notification, with the facts around it. */
export type Notice = {
  product: Product
  entry_id: string | undefined
  /** Time of the delivery, for events without a time of their own. */
  received_at: string
  event: Payload
  isStandby: boolean
}

/** The sides of an event. The business is not always the one the entry names. */
type Parties = { account: string | undefined; person: Person | undefined; isByBusiness: boolean }
type Facts = { account: string | undefined; occurred_at: string }
type Reader = (notice: Notice, facts: Facts, person: Person, part: Payload) => ChannelEvent[]

/** The events of one entry of `messaging` or `standby`. */
export function readEvent(notice: Notice): ChannelEvent[] {
  const { event, received_at } = notice
  const { account, person, isByBusiness } = partiesOf(notice)
  const facts = { account, occurred_at: moment(event.timestamp) ?? received_at }
  const ignore = (reason: string): ChannelEvent[] => [{ kind: 'ignored', ...facts, reason }]
  const kind = Object.keys(readers).find((name) => event[name] !== undefined)
  if (event.policy_enforcement !== undefined) return [readPolicy(facts, object(event.policy_enforcement))]
  if (!kind) return ignore(`Events of this kind are not taken in: ${kindsOf(event)}.`)
  if (!person) return ignore('The event names no person.')
  if (person.source_id === account) return ignore('The business wrote to itself.')
  if (isByBusiness && kind === 'reaction') return ignore('This is a reaction of the business itself.')
  return readers[kind]!(notice, facts, person, object(event[kind]))
}

function partiesOf({ event, entry_id }: Notice): Parties {
  const [sender, recipient] = [text(object(event.sender).id), text(object(event.recipient).id)]
  const isEcho = object(event.message).is_echo === true
  // Only messages and reactions are also reported if they are those of the business.
  const isByBusiness = isEcho || (event.reaction !== undefined && sender === entry_id)
  const [account, other] = isByBusiness ? [sender, recipient] : [recipient, sender]
  return { account: account ?? entry_id, person: other === undefined ? undefined : { source_id: other }, isByBusiness }
}

const readers: Readonly<Record<string, Reader>> = {
  message: readMessage,
  postback: readPostback,
  referral({ product }, facts, person, referral) {
    const found = referralOf(referral, product)
    if (!found) return [{ kind: 'ignored', ...facts, reason: 'The referral names neither an ad nor a link.' }]
    return [{ kind: 'referral', ...facts, person, referral: found }]
  },
  reaction(_notice, facts, person, { mid, action, emoji, reaction }) {
    const target = text(mid)
    if (!target) return [{ kind: 'ignored', ...facts, reason: 'The reaction names no message.' }]
    const isSet = action !== 'unreact'
    return [
      {
        kind: 'reaction',
        ...facts,
        target,
        person,
        emoji: isSet ? (text(emoji) ?? emojiOf(text(reaction))) : null,
        opens_window: isSet,
      },
    ]
  },
  message_edit(_notice, facts, _person, { mid, text: content, num_edit }) {
    const target = text(mid)
    // Instagram also announces the first version of a message, as edit 0.
    if (!target || text(content) === undefined || number(num_edit) === 0)
      return [{ kind: 'ignored', ...facts, reason: 'The edit has no new text.' }]
    return [{ kind: 'edited', ...facts, target, content: text(content)! }]
  },
  delivery: (_notice, facts, person, part) => readReceipt(facts, person, part, 'delivered'),
  read: (_notice, facts, person, part) => readReceipt(facts, person, part, 'read'),
}

function readMessage({ product, isStandby }: Notice, facts: Facts, person: Person, message: Payload): ChannelEvent[] {
  const external_id = text(message.mid)
  if (!external_id) return [{ kind: 'ignored', ...facts, reason: 'The message has no id.' }]
  // The id is that of the message taken back.
  if (message.is_deleted === true) return [{ kind: 'deleted', ...facts, target: external_id }]
  const reply_to = text(object(message.reply_to).mid)
  const content = contentOf(message)
  if (message.is_echo === true)
    return [{ kind: 'echo', ...facts, external_id, person, ...content, reply_to, client_ref: text(message.metadata) }]
  const referral = referralOf(object(message.referral), product)
  const is_standby = isStandby || undefined
  return [{ kind: 'message', ...facts, external_id, person, ...content, reply_to, referral, is_standby }]
}

/** A tapped button, menu entry or “Get started”. While another app answers, it comes without its payload and id. */
function readPostback({ product, isStandby }: Notice, facts: Facts, person: Person, postback: Payload): ChannelEvent[] {
  const [title, payload] = [text(postback.title), text(postback.payload)]
  const shown = title ?? payload
  const referral = referralOf(object(postback.referral), product)
  if (shown === undefined) {
    if (referral) return [{ kind: 'referral', ...facts, person, referral }]
    return [{ kind: 'ignored', ...facts, reason: 'The tapped button has no title.' }]
  }
  return [
    {
      kind: 'message',
      ...facts,
      external_id: text(postback.mid) ?? `postback:${person.source_id}:${facts.occurred_at}`,
      person,
      content: shown,
      content_type: 'choice',
      content_attributes: { id: payload ?? shown, title: shown },
      referral,
      is_standby: isStandby || undefined,
    },
  ]
}

/** Messenger names a time, Instagram the newest message. Both include everything sent before. */
function readReceipt(
  facts: Facts,
  person: Person,
  { watermark, mid, mids }: Payload,
  status: 'delivered' | 'read',
): ChannelEvent[] {
  const until = moment(watermark)
  if (until) return [{ kind: 'watermark', ...facts, person, status, until }]
  const targets = [mid, ...(Array.isArray(mids) ? mids : [])].map(text).filter((each) => each !== undefined)
  if (targets.length === 0) return [{ kind: 'ignored', ...facts, reason: 'The receipt names no message.' }]
  return targets.map((target) => ({ kind: 'status', ...facts, target, person, status, includes_earlier: true }))
}

function readPolicy(facts: Facts, { action, reason }: Payload): ChannelEvent {
  const detail = text(reason) ?? 'No reason given.'
  if (action === 'block')
    return { kind: 'connection', ...facts, state: 'needs_attention', detail: `Meta blocked the page: ${detail}` }
  return {
    kind: 'connection',
    ...facts,
    state: 'connected',
    detail: action === 'unblock' ? 'Meta unblocked the page.' : `Meta warns about its policies: ${detail}`,
  }
}

const common = new Set(['sender', 'recipient', 'timestamp'])

function kindsOf(event: Payload): string {
  return Object.keys(event)
    .filter((name) => !common.has(name))
    .join(', ')
    .slice(0, 200)
}
