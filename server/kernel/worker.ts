import type { EventName } from '#contract/events.ts'
import type { Author } from '#contract/records/author.ts'
import { type Part, part } from '#db/sql.ts'
import { invoke, inTransaction, withoutTransaction } from '#kernel/invoke.ts'
import { type Loop, startJobLoop } from '#kernel/loop.ts'
import type { Notifier } from '#kernel/notify.ts'
import type { Actor, AnyOperation, Registry } from '#kernel/operation.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'
import type { Event, Subscriber, SubscriberContext } from '#kernel/subscriber.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'

/** Subscribers to any events, each of which only ever receives its own. */
export type Subscribers = Readonly<
  Record<
    string,
    Omit<Subscriber, 'run' | 'giveUp'> & {
      run(context: SubscriberContext, event: never): Promise<void>
      giveUp?(context: SubscriberContext, event: never, error: Error): Promise<void>
    }
  >
>

const CAPACITY = 16
/** Seconds before each retry, unless the subscriber has its own. */
const RETRIES = [1, 5, 30, 300]
const MIN_PAUSE_MILLISECONDS = 20

type Delivery = Event & { subscriber: string; attempts: number }

/** The names of the subscribers to each event. */
export function subscribersByEvent(subscribers: Subscribers): (name: EventName) => readonly string[] {
  const names = new Map<EventName, string[]>()
  for (const [name, { on }] of Object.entries(subscribers)) {
    for (const event of on) names.set(event, [...(names.get(event) ?? []), name])
  }
  return (name) => names.get(name) ?? []
}

/** The part of a runtime that is about its subscribers. */
export const subscriptions = (
  subscribers: Subscribers,
): Pick<Runtime, 'subscribersOf' | 'waiting' | 'delays' | 'conditions'> => ({
  subscribersOf: subscribersByEvent(subscribers),
  waiting: new Set(Object.keys(subscribers).filter((name) => subscribers[name]!.waitsForUndo)),
  delays: new Map(Object.entries(subscribers).map(([name, { delaySeconds = 0 }]) => [name, delaySeconds])),
  conditions: new Map(Object.entries(subscribers).flatMap(([name, { when }]) => (when ? [[name, when]] : []))),
})

/**
 * Delivers events to their subscribers, at least once each. A delivery is leased while it runs; if this process
 * dies, the lease ends and another worker takes it. One workspace has at most `share` deliveries running, so that
 * one workspace's slow deliveries don't delay the rest.
 */
export function startWorker(
  runtime: Runtime,
  notifier: Notifier,
  subscribers: Subscribers,
  registry: Registry,
  share = CAPACITY,
): Pick<Loop, 'stop'> {
  const { leaseSeconds, ...timing } = timingOf(runtime)
  const names = Object.keys(subscribers)
  const running = createTally()
  const atShare = () => running.reaching(share)
  /** Deliveries that ended well; the next claim removes them. */
  const done = new Set<Delivery>()
  let untilNext = Infinity

  const claimInShares = async (room: number) => {
    // One by one, because each may be the last of its workspace's share.
    const atOnce = share < CAPACITY ? 1 : room
    const claimed: Delivery[] = []
    while (claimed.length < room) {
      const removed = [...done]
      const more = await claim(runtime, names, atOnce, leaseSeconds, atShare(), removed)
      for (const delivery of removed) done.delete(delivery)
      untilNext = more.untilNext
      for (const { account_id } of more.deliveries) running.add(account_id)
      claimed.push(...more.deliveries)
      if (more.deliveries.length < atOnce) break
    }
    return claimed
  }

  return startJobLoop<Delivery>({
    ...timing,
    notifier,
    topics: names,
    capacity: CAPACITY,
    claim: claimInShares,
    run: (delivery) =>
      deliver(runtime, subscribers, registry, delivery)
        .then((isDone) => void (isDone && done.add(delivery)))
        .finally(() => running.remove(delivery.account_id)),
    endsFreeOthers: share < CAPACITY,
    renew: {
      everyMilliseconds: leaseSeconds * 300,
      run: (deliveries) => setNextTry(runtime, [...deliveries, ...done], leaseSeconds, 0),
    },
    release: async (deliveries) => {
      // A delivery given back unfinished does not count as a try.
      await setNextTry(runtime, deliveries, 0, -1)
      await claim(runtime, [], 0, leaseSeconds, [], [...done])
    },
    untilNext: () => Promise.resolve(untilNext),
    onError: (error) => runtime.log.warn({ err: error }, 'cannot read the queue of deliveries; retrying'),
  })
}

/** Counts by workspace. */
function createTally() {
  const counts = new Map<string, number>()
  return {
    add: (account_id: string) => void counts.set(account_id, (counts.get(account_id) ?? 0) + 1),
    remove(account_id: string) {
      const left = (counts.get(account_id) ?? 0) - 1
      if (left > 0) counts.set(account_id, left)
      else counts.delete(account_id)
    },
    reaching: (limit: number) => [...counts].flatMap(([account_id, count]) => (count < limit ? [] : account_id)),
  }
}

/** Runs the subscriber. Returns whether it ended well; a failure is stored for the next try. */
async function deliver(
  runtime: Runtime,
  subscribers: Subscribers,
  registry: Registry,
  delivery: Delivery,
): Promise<boolean> {
  const { account_id, id, subscriber } = delivery
  const { run, giveUp, retries = RETRIES } = subscribers[subscriber]!
  const { sql } = runtime.database
  try {
    try {
      // A delivery that crashes its worker each time must not be retried for ever.
      if (delivery.attempts > retries.length + 1) throw new Error('every attempt ended without a result')
      await run(subscriberContext(runtime, registry, delivery), delivery as never)
      return true
    } catch (error) {
      const pause = retries[delivery.attempts - 1]
      const details = { err: error, event: delivery.name, event_id: id, subscriber, attempts: delivery.attempts }
      runtime.log.warn(details, pause === undefined ? 'delivery given up' : 'delivery failed; it will be retried')
      await sql`
        update deliveries
           set last_error = ${String((error as Error).message).slice(0, 1000)},
               next_try_at = now() + make_interval(secs => ${pause ?? 0}),
               dead_at = case when ${pause === undefined} then now() end
         where account_id = ${account_id} and event_id = ${id} and subscriber = ${subscriber}`
      if (pause === undefined)
        await giveUp?.(subscriberContext(runtime, registry, delivery), delivery as never, error as Error)
    }
  } catch (error) {
    // The lease ends by itself, and the delivery is retried.
    runtime.log.error({ err: error, event_id: id, subscriber }, 'could not save the result of a delivery')
  }
  return false
}

/** The context of a subscriber for this event. */
export function subscriberContext(
  runtime: Runtime,
  registry: Registry,
  event: Pick<Event, 'id' | 'account_id' | 'actor'>,
): SubscriberContext {
  const { sql } = runtime.database
  const actor = async (as: Author | Actor) => ('permissions' in as ? as : loadSystemActor(sql, event.account_id, as))
  const call = { request_id: event.id }
  return {
    sql,
    base_url: runtime.config.base_url,
    secret: runtime.secret,
    invoke: async (op: AnyOperation, input, as = event.actor, now) =>
      invoke(runtime, ['subscriber', op], await actor(as), input, { ...call, ...(now && { now }) }),
    call: async (name, as, input, wrap) =>
      invoke(runtime, [name, registry[name]!], await actor(as), input, { ...call, ...(wrap && { wrap }) }),
    inTransaction: async (name, as, run) => inTransaction(runtime, name, await actor(as), call, run),
    withoutTransaction: async (name, as, run) => withoutTransaction(runtime, name, await actor(as), run),
  }
}

type Claim = { deliveries: Delivery[]; untilNext: number }

/** Removes the deliveries that are done and leases due ones, in one statement; with the milliseconds until the next is due. */
async function claim(
  { database }: Runtime,
  names: string[],
  room: number,
  leaseSeconds: number,
  except: string[],
  done: Delivery[],
): Promise<Claim> {
  const rows = await database.sql<{ next: number | null } & (Delivery | { subscriber: null })>`
    with done as (
      delete from deliveries d using ${recordset(done)}
       where d.account_id = l.account_id and d.event_id = l.id and d.subscriber = l.subscriber
    ), due as (
      select account_id, event_id, subscriber from deliveries
       where dead_at is null and next_try_at <= now() and subscriber = any(${names}) and account_id <> all(${except}::bigint[])
       order by next_try_at limit ${room} for update skip locked
    ), taken as (
      update deliveries d set attempts = d.attempts + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
        from due where d.account_id = due.account_id and d.event_id = due.event_id and d.subscriber = due.subscriber
      returning d.account_id, d.event_id, d.subscriber, d.attempts
    ), later as (
      select extract(epoch from min(next_try_at) - now())::float8 as next from deliveries
       where dead_at is null and next_try_at > now() and subscriber = any(${names}) and account_id <> all(${except}::bigint[])
    )
    select l.next, t.subscriber, t.attempts, e.account_id, e.id, e.sequence, e.name, e.actor, e.payload, e.occurred_at
      from later l left join (taken t join events e on e.account_id = t.account_id and e.id = t.event_id) on true`
  const next = rows[0]!.next
  return {
    deliveries: rows.filter((row) => row.subscriber !== null),
    untilNext: next === null ? Infinity : Math.max(MIN_PAUSE_MILLISECONDS, next * 1000),
  }
}

function recordset(deliveries: readonly Delivery[]): Part {
  const rows = deliveries.map(({ account_id, id, subscriber }) => ({ account_id, id, subscriber }))
  return part`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (account_id bigint, id uuid, subscriber text)`
}

async function setNextTry({ database }: Runtime, deliveries: readonly Delivery[], seconds: number, tries: number) {
  if (deliveries.length === 0) return
  await database.sql`
    update deliveries d set next_try_at = now() + make_interval(secs => ${seconds}), attempts = d.attempts + ${tries}
      from ${recordset(deliveries)}
     where d.account_id = l.account_id and d.event_id = l.id and d.subscriber = l.subscriber and d.dead_at is null`
}
