import { events } from '#contract/events.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Webhook } from '#contract/records/webhook.ts'
import { type MakerRow, type Refusal, requireRights, rightsOf, type Rights } from '#domains/access/makers.ts'
import { subscribedEvents } from '#domains/webhooks/rules.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Subscription = Pick<Webhook, 'kind' | 'events'>
type Reader = Pick<Actor, 'permissions'>

/** The rights an endpoint receives events with: those of its maker, who must still be allowed to have it. */
export function webhookRights(webhook: Pick<Webhook, 'kind'> & MakerRow): Rights | Refusal {
  return requireRights(webhook, webhook.kind === 'inbox' ? ['webhooks:write', 'messages:send'] : ['webhooks:write'])
}

/**
 * Permissions needed to receive an event, by the name it is delivered under. The classic bodies of conversations contain
 * the whole contact.
 */
export function readersOf(name: string): readonly Permission[] {
  if (Object.hasOwn(events, name)) return [events[name as keyof typeof events].reader]
  if (name.startsWith('contact_')) return ['contacts:read']
  if (name.startsWith('inbox_')) return ['conversations:read']
  return /^(conversation|message|webwidget)_/.test(name) ? ['conversations:read', 'contacts:read'] : []
}

export function canRead({ permissions }: Reader, name: string): boolean {
  return readersOf(name).every((each) => permissions.has(each))
}

/**
 * Refuses events the caller may not read, by name; a group, or *, means those of its events the caller may read. The
 * program behind an inbox passes messages on to customers, so it also needs to send them.
 */
export function checkReadable(caller: Reader, { kind, events: subscribed }: Subscription): void {
  if (kind === 'inbox') checkHolds(caller, ['messages:send'], 'A webhook of kind inbox', 'kind')
  for (const [i, name] of subscribed.entries()) {
    const names = namesOf({ kind, events: [name] })
    if (name === '*' || names.length === 0 || names.some((each) => canRead(caller, each))) continue
    checkHolds(caller, readersOf(names[0]!), name, kind === 'inbox' ? 'kind' : `events/${i}`)
  }
}

/** Refuses to send an event again for a caller who may not read it. */
export function checkMayRead(caller: Reader, name: string): void {
  checkHolds(caller, readersOf(name), name)
}

function checkHolds({ permissions }: Reader, needed: readonly Permission[], what: string, field?: string): void {
  const missing = needed.filter((each) => !permissions.has(each))
  if (missing.length > 0)
    reject(
      'permission_denied',
      `${what} requires the permission ${missing.join(' and ')}, which this credential lacks; ask an administrator.`,
      field,
    )
}

/**
 * Refuses to let the caller change an endpoint that receives more than they may read: with another address, or by sending
 * past events again, they would.
 */
export function checkMayChange(caller: Actor, webhook: Subscription & MakerRow): void {
  const rights = rightsOf(webhook)
  const received = namesOf(webhook).filter((name) => 'refused' in rights || canRead(rights, name))
  const missing = new Set(received.flatMap(readersOf).filter((each) => !caller.permissions.has(each)))
  if (missing.size > 0)
    reject(
      'permission_denied',
      `This webhook receives events that require the permission ${[...missing].join(' and ')}; ask an administrator to change it.`,
    )
  if (caller.visibility !== 'all' && webhook.maker?.user_id !== caller.user_id)
    reject('permission_denied', 'This webhook receives records you may not see; ask an administrator to change it.')
}

/** Names under which events can be delivered to an endpoint. */
function namesOf({ kind, events: subscribed }: Subscription): string[] {
  return kind === 'standard' ? subscribedEvents({ kind, events: subscribed }) : [...subscribed]
}
