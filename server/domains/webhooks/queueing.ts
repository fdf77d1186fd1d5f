import type { WebhookKind } from '#contract/records/webhook.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import { aroundOf, type ClassicShape, inboxOf } from '#domains/webhooks/classic.ts'
import { classicNames, patterns } from '#domains/webhooks/rules.ts'
import { deliveryId } from '#domains/webhooks/signing.ts'
import { bodyOf, messageId } from '#domains/webhooks/telling.ts'
import type { Event, Hands } from '#kernel/subscriber.ts'

/** Puts an event into the queue of every endpoint that wants it: once each, however often it is told. Answers whether any does. */
export async function queueEvent(hands: Hands, event: Event, shape: ClassicShape): Promise<boolean> {
  const kinds = await hands.sql<{ kind: WebhookKind }>`
    select distinct w.kind from webhooks w where w.account_id = ${event.account_id} and ${listening(event)}`
  await queueFor(hands, event, shape, new Set(kinds.map(({ kind }) => kind)), listening(event))
  return kinds.length > 0
}

/** The same for those endpoints only that `which` names, all of these kinds. */
export async function queueFor(
  hands: Hands,
  event: Event,
  shape: ClassicShape,
  kinds: ReadonlySet<WebhookKind>,
  which: Part,
): Promise<void> {
  if (kinds.has('standard')) {
    const letter = { message_id: messageId(event.id), name: event.name, body: bodyOf(event) }
    await insert(hands.sql, event, letter, part`w.kind = 'standard' and ${which}`)
  }
  if (!kinds.has('classic') && !kinds.has('inbox')) return
  await hands.within('queue_webhooks', event.actor, async (ctx) => {
    const around = await aroundOf(ctx, event)
    for (const name of classicNames(event.name)) {
      const body = JSON.stringify(shape(name, event, around))
      const letter = { message_id: deliveryId(event.id, name), name, body }
      await insert(ctx.sql, event, letter, part`w.kind <> 'standard' and ${name} = any(w.events) and ${which}`)
    }
  })
}

/** The ids by which receivers know the event, in either language. */
export function messageIds(event: Event): string[] {
  return [messageId(event.id), ...classicNames(event.name).map((name) => deliveryId(event.id, name))]
}

/** Which endpoints are to be told now. */
function listening(event: Event): Part {
  return part`w.enabled and (w.kind = 'standard' and w.events && ${patterns(event.name)} or w.kind <> 'standard' and ${hears(event)})`
}

/** Which classic endpoints an event concerns: those of its inbox, and those of all. */
export function hears(event: Event): Part {
  return part`w.events && ${[...classicNames(event.name)]}::text[] and (w.inbox_id is null or w.inbox_id = ${inboxOf(event)}::bigint)`
}

type Letter = { message_id: string; name: string; body: string }

async function insert(sql: Sql, { account_id, id }: Event, letter: Letter, which: Part): Promise<void> {
  await sql`
    insert into webhook_deliveries (account_id, webhook_id, message_id, event, body, request_id, status, next_attempt_at, created_at, queued_at)
    select w.account_id, w.id, ${letter.message_id}, ${letter.name}, ${letter.body},
           (select e.request_id from events e where e.account_id = ${account_id} and e.id = ${id}), 'pending', now(), now(), now()
      from webhooks w where w.account_id = ${account_id} and ${which}
    on conflict on constraint webhook_deliveries_once do nothing`
}
