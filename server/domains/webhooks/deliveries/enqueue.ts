import { HILO } from '#contract/records/author.ts'
import type { WebhookKind } from '#contract/records/webhook.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import { contentForCustomer, surveyLinks } from '#domains/access/public/survey-links.ts'
import { isEventVisible } from '#domains/access/event-visibility.ts'
import { makerColumns, type MakerRow, type Rights } from '#domains/access/makers.ts'
import { loadRelations, type ClassicShape, inboxOf } from '#domains/webhooks/classic.ts'
import { disableForMaker } from '#domains/webhooks/endpoints/health.ts'
import { canRead, webhookRights } from '#domains/webhooks/endpoints/rights.ts'
import { classicNames, patterns } from '#domains/webhooks/rules.ts'
import { deliveryId } from './sign.ts'
import { toBody, messageId } from './body.ts'
import { hideSourceIds, mayShowSourceIds, type SourceIdViewer } from '#kernel/source-ids.ts'
import type { Context } from '#kernel/operation.ts'
import type { Event, SubscriberContext } from '#kernel/subscriber.ts'

type Endpoint = { id: string; kind: WebhookKind } & MakerRow

/** Enqueues an event for every endpoint whose maker may see it, once each even if called again. Returns whether there is any. */
export async function enqueueEvent(context: SubscriberContext, event: Event, shape: ClassicShape): Promise<boolean> {
  const endpoints = await context.sql<Endpoint>`
    select w.id, w.kind, ${makerColumns(part`w`)} from webhooks w
     where w.account_id = ${event.account_id} and ${isSubscribed(event)}`
  const allowed: (Endpoint & { rights: Rights })[] = []
  for (const endpoint of endpoints) {
    const rights = webhookRights(endpoint)
    if ('refused' in rights)
      await context.inTransaction('queue_webhooks', HILO, (ctx) => disableForMaker(ctx, endpoint.id, rights))
    else if (mayReceive(rights, endpoint.kind, event)) allowed.push({ ...endpoint, rights })
  }
  if (allowed.length === 0) return false
  // Endpoints that may not see source ids get a body of their own.
  for (const alike of Map.groupBy(allowed, ({ rights }) => mayShowSourceIds(rights)).values()) {
    const which = part`w.id = any(${alike.map(({ id }) => id)}::bigint[])`
    await enqueueFor(context, event, alike[0]!.rights, shape, new Set(alike.map(({ kind }) => kind)), which)
  }
  return true
}

/** Whether these rights allow reading the event and seeing its record. */
export function mayReceive(rights: Rights, kind: WebhookKind, { name, payload }: Event): boolean {
  const names = kind === 'standard' ? [name] : classicNames(name, payload)
  return names.some((each) => canRead(rights, each)) && isEventVisible(rights, payload)
}

/** Enqueues an event, as this viewer may see it, for the endpoints selected by `which`, all of these kinds. */
export async function enqueueFor(
  context: SubscriberContext,
  original: Event,
  viewer: SourceIdViewer,
  shape: ClassicShape,
  kinds: ReadonlySet<WebhookKind>,
  which: Part,
): Promise<void> {
  const event = hideSourceIds(viewer, original)
  if (kinds.has('standard')) {
    const delivery = { message_id: messageId(event.id), name: event.name, body: toBody(event) }
    await insert(context.sql, event, delivery, part`w.kind = 'standard' and ${which}`)
  }
  if (kinds.size === 1 && kinds.has('standard')) return
  await context.inTransaction('queue_webhooks', event.actor, async (ctx) => {
    for (const kind of ['classic', 'inbox', 'bot'] as const) {
      if (!kinds.has(kind)) continue
      // The program behind an inbox passes messages on to customers, so it gets their copy.
      const shown = kind === 'inbox' ? forCustomer(ctx, event) : event
      const relations = hideSourceIds(viewer, await loadRelations(ctx, shown))
      for (const name of classicNames(event.name, event.payload)) {
        const body = JSON.stringify(shape(name, shown, relations))
        const delivery = { message_id: deliveryId(event.id, name), name, body }
        await insert(ctx.sql, event, delivery, part`w.kind = ${kind} and ${name} = any(w.events) and ${which}`)
      }
    }
  })
}

/** The event with the message as its customer receives it. */
function forCustomer(ctx: Context, event: Event): Event {
  if (!('message' in event.payload)) return event
  const { message } = event.payload
  const content = contentForCustomer(surveyLinks(ctx), message)
  return { ...event, payload: { ...event.payload, message: { ...message, content } } } as Event
}

/** Message ids of an event, standard and classic. */
export function messageIds(event: Event): string[] {
  return [messageId(event.id), ...classicNames(event.name, event.payload).map((name) => deliveryId(event.id, name))]
}

/** Endpoints subscribed to the event. */
function isSubscribed(event: Event): Part {
  return part`w.enabled and (w.kind = 'standard' and w.events && ${patterns(event.name)} or w.kind <> 'standard' and ${matchesClassic(event)})`
}

/** Classic endpoints for the event: of its inbox or of all inboxes. */
export function matchesClassic(event: Event): Part {
  return part`w.events && ${[...classicNames(event.name, event.payload)]}::text[] and (w.inbox_id is null or w.inbox_id = ${inboxOf(event)}::bigint)`
}

type NewDelivery = { message_id: string; name: string; body: string }

async function insert(sql: Sql, { account_id, id }: Event, delivery: NewDelivery, which: Part): Promise<void> {
  await sql`
    insert into webhook_deliveries (account_id, webhook_id, message_id, event, body, request_id, status, next_attempt_at, created_at, queued_at)
    select w.account_id, w.id, ${delivery.message_id}, ${delivery.name}, ${delivery.body},
           (select e.request_id from events e where e.account_id = ${account_id} and e.id = ${id}), 'pending', now(), now(), now()
      from webhooks w where w.account_id = ${account_id} and ${which}
    on conflict on constraint webhook_deliveries_once do nothing`
}
