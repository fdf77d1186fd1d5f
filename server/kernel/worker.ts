import type { EventName } from '#contract/events.ts'
import type { Author } from '#contract/records/author.ts'
import type { AnyOperation, Registry } from '#kernel/operation.ts'
import { actAs } from '#kernel/act.ts'
import { invoke, reading, within } from '#kernel/invoke.ts'
import type { Runtime } from '#kernel/runtime.ts'
import type { Event, Hands, Subscriber } from '#kernel/subscriber.ts'
import { type Bell, waiter } from '#kernel/wake.ts'

/** Subscribers of any events, each of which only ever gets its own. */
export type Subscribers = Readonly<
  Record<
    string,
    Omit<Subscriber, 'run' | 'giveUp'> & {
      run(hands: Hands, event: never): Promise<void>
      giveUp?(hands: Hands, event: never, error: Error): Promise<void>
    }
  >
>

const AT_ONCE = 16
const LEASE_SECONDS = 60
const POLL_MILLISECONDS = 5_000
const RETRIES = [1, 5, 30, 300]

type Claimed = Event & { subscriber: string; attempts: number }

/** Which subscribers want an event, by name. */
export function subscriptions(subscribers: Subscribers): (name: EventName) => readonly string[] {
  const wanted = new Map<EventName, string[]>()
  for (const [name, { on }] of Object.entries(subscribers)) {
    for (const event of on) wanted.set(event, [...(wanted.get(event) ?? []), name])
  }
  return (name) => wanted.get(name) ?? []
}

/**
 * Carries events to their subscribers, at least once each. A delivery is leased while it runs; if this process
 * dies, the lease ends and another worker takes it.
 */
export function startWorker(
  runtime: Runtime,
  bell: Bell,
  subscribers: Subscribers,
  registry: Registry,
): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const leased = new Map<string, Claimed>()
  const names = Object.keys(subscribers)
  const wait = waiter(bell)
  let stopping = false

  const renewal = setInterval(() => {
    if (leased.size > 0)
      renew(runtime, [...leased.values()]).catch((error) => runtime.log.warn({ err: error }, 'leases not renewed'))
  }, LEASE_SECONDS * 300)

  const loop = (async () => {
    while (!stopping) {
      let pause = POLL_MILLISECONDS
      try {
        const room = AT_ONCE - running.size
        const claimed = room > 0 ? await claim(runtime, names, room) : []
        for (const each of claimed) start(each)
        if (claimed.length === room && room > 0) pause = 0
        else if (claimed.length === 0 && room > 0) pause = Math.min(pause, await nextDue(runtime, names))
      } catch (error) {
        runtime.log.warn({ err: error }, 'cannot take work from the queue')
        pause = 1000
      }
      if (!stopping) await wait.until(pause)
    }
  })()

  function start(delivery: Claimed) {
    const key = `${delivery.id}/${delivery.subscriber}`
    leased.set(key, delivery)
    const done = deliver(runtime, subscribers, registry, delivery).finally(() => {
      leased.delete(key)
      running.delete(done)
      wait.release()
    })
    running.add(done)
  }

  return {
    stop: async () => {
      stopping = true
      clearInterval(renewal)
      wait.release()
      await loop
      await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, 15_000).unref())])
      await release(runtime, [...leased.values()]).catch(() => {})
    },
  }
}

async function deliver(
  runtime: Runtime,
  subscribers: Subscribers,
  registry: Registry,
  delivery: Claimed,
): Promise<void> {
  const { account_id, id, subscriber } = delivery
  const { run, giveUp, retries = RETRIES } = subscribers[subscriber]!
  const { sql } = runtime.database
  try {
    try {
      // One that took its worker down each time must not do so for ever.
      if (delivery.attempts > retries.length + 1) throw new Error('every try ended without an outcome')
      await run(hands(runtime, registry, delivery), delivery as never)
      await sql`delete from deliveries where account_id = ${account_id} and event_id = ${id} and subscriber = ${subscriber}`
    } catch (error) {
      const pause = retries[delivery.attempts - 1]
      const details = { err: error, event: delivery.name, event_id: id, subscriber, attempts: delivery.attempts }
      runtime.log.warn(details, pause === undefined ? 'delivery given up' : 'delivery failed; it will be tried again')
      await sql`
        update deliveries
           set last_error = ${String((error as Error).message).slice(0, 1000)},
               next_try_at = now() + make_interval(secs => ${pause ?? 0}),
               dead_at = case when ${pause === undefined} then now() end
         where account_id = ${account_id} and event_id = ${id} and subscriber = ${subscriber}`
      if (pause === undefined) await giveUp?.(hands(runtime, registry, delivery), delivery as never, error as Error)
    }
  } catch (error) {
    // The lease ends by itself, and the delivery is tried again.
    runtime.log.error({ err: error, event_id: id, subscriber }, 'the outcome of a delivery could not be written')
  }
}

/** What a subscriber does its work with, for this event. */
export function hands(runtime: Runtime, registry: Registry, event: Pick<Event, 'id' | 'account_id' | 'actor'>): Hands {
  const { sql } = runtime.database
  const actor = (as: Author) => actAs(sql, event.account_id, as)
  const call = { request_id: event.id }
  return {
    sql,
    base_url: runtime.config.base_url,
    invoke: async (op: AnyOperation, input) =>
      invoke(runtime, ['subscriber', op], await actor(event.actor), input, call),
    call: async (name, as, input, around) =>
      invoke(runtime, [name, registry[name]!], await actor(as), input, { ...call, ...(around && { around }) }),
    within: async (name, as, run) => within(runtime, name, await actor(as), call, run),
    reading: async (name, as, run) => reading(runtime, name, await actor(as), run),
  }
}

function claim(runtime: Runtime, names: string[], room: number): Promise<Claimed[]> {
  return runtime.database.sql<Claimed>`
    with due as (
      select account_id, event_id, subscriber from deliveries
       where dead_at is null and next_try_at <= now() and subscriber = any(${names})
       order by next_try_at limit ${room} for update skip locked
    ), taken as (
      update deliveries d set attempts = d.attempts + 1, next_try_at = now() + make_interval(secs => ${LEASE_SECONDS})
        from due where d.account_id = due.account_id and d.event_id = due.event_id and d.subscriber = due.subscriber
      returning d.account_id, d.event_id, d.subscriber, d.attempts
    )
    select t.subscriber, t.attempts, e.account_id, e.id, e.sequence, e.name, e.actor, e.payload, e.occurred_at
      from taken t join events e on e.account_id = t.account_id and e.id = t.event_id`
}

/** Deliveries only another version knows how to make are not waited for. */
async function nextDue({ database }: Runtime, names: string[]): Promise<number> {
  const [row] = await database.sql<{ seconds: number | null }>`
    select extract(epoch from min(next_try_at) - now())::float8 as seconds
      from deliveries where dead_at is null and subscriber = any(${names})`
  return row?.seconds == null ? POLL_MILLISECONDS : Math.max(20, row.seconds * 1000)
}

async function renew(runtime: Runtime, leased: Claimed[]): Promise<void> {
  await setNextTry(runtime, leased, LEASE_SECONDS, 0)
}

/** What is given back unfinished was no try. */
async function release(runtime: Runtime, leased: Claimed[]): Promise<void> {
  if (leased.length > 0) await setNextTry(runtime, leased, 0, -1)
}

async function setNextTry({ database }: Runtime, leased: Claimed[], seconds: number, tries: number): Promise<void> {
  const rows = JSON.stringify(leased.map(({ account_id, id, subscriber }) => ({ account_id, id, subscriber })))
  await database.sql`
    update deliveries d set next_try_at = now() + make_interval(secs => ${seconds}), attempts = d.attempts + ${tries}
      from jsonb_to_recordset(${rows}::jsonb) as l (account_id bigint, id uuid, subscriber text)
     where d.account_id = l.account_id and d.event_id = l.id and d.subscriber = l.subscriber and d.dead_at is null`
}
