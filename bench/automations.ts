import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, type Database, openDatabase } from '#db/database.ts'
import { bind } from '#db/sql.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Runtime } from '#kernel/runtime.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { run_automations } from '#subscribers/run_automations.ts'

type Query = { text: string; values: unknown[]; name?: string }
type LabelAdded = Event<'conversation.label_added'>
type Ground = { connection: Connection; account_id: string; conversations: readonly string[]; events?: number }

const RULES = 50
const AT_ONCE = 16
const content = 'Una regla pasó por aquí'

/**
 * Events per second through fifty rules, where one event in fifty matches a rule: by the running server, and by a bare
 * loop that sends the recorded statements of the product, sixteen events at a time.
 */
export async function throughRules({ connection, account_id, conversations, events = 10_000 }: Ground) {
  const database = openDatabase(connection, () => {}, AT_ONCE)
  const recorded: Query[] = []
  const runtime = recording(database, recorded)
  try {
    await makeRules(runtime, account_id)
    const emitEvents = (subscriber: string, count: number) =>
      emit(database, account_id, conversations, subscriber, count)
    const record = async (event: LabelAdded) => {
      recorded.length = 0
      await run_automations.run(subscriberContext(runtime, registry, event), event)
      return { queries: recorded.splice(0), event }
    }
    // The server does not have this subscriber, so the benchmark delivers its events.
    await emitEvents('bench_bare', RULES)
    const samples = await claim(database, RULES)
    const passing = await record(samples.find(({ payload }) => !meets(payload))!)
    const meeting = await record(samples.find(({ payload }) => meets(payload))!)
    await forget(database)

    await emitEvents('bench_bare', events)
    const bare = await perSecond(events, () => loop(database, passing, meeting))
    await emitEvents('run_automations', events)
    const ours = await perSecond(events, async () => {
      await database.sql`select pg_notify('hilo_work', '')`
      while (await anyLeft(database)) await sleep(20)
    })
    return { bare, ours }
  } finally {
    await database.sql`delete from automation_rules where account_id = ${account_id}`
    await forget(database)
    await database.close()
  }
}

async function perSecond(events: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return events / ((performance.now() - begun) / 1000)
}

/** Rules that each match their own label. */
async function makeRules(runtime: Runtime, account_id: string): Promise<void> {
  const { sql } = runtime.database
  // Runs get ids used by nothing else, so that they can be recognised among the values of a statement.
  await sql`
    select setval(pg_get_serial_sequence('automation_runs', 'id'),
                  greatest(900000000, (select coalesce(max(id), 0) + 1 from automation_runs)))`
  const actor = await loadSystemActor(sql, account_id, { type: 'system', id: null, name: 'Bench' })
  for (let i = 0; i < RULES; i++) {
    const all = [{ field: 'label', operator: 'equal_to', values: [`regla ${i}`] }]
    const actions = [{ type: 'add_note', content }]
    const rule = { name: `Regla ${i}`, event: 'conversation.label_added', conditions: { any: [{ all }] }, actions }
    const operation = ['create_automation_rule', registry.create_automation_rule] as const
    await invoke(runtime, operation, actor, rule, { request_id: 'bench' })
  }
}

function meets({ label }: LabelAdded['payload']): boolean {
  return label.title.startsWith('regla')
}

/** Adds this many labels to conversations; one in fifty matches a rule. */
async function emit(
  { sql }: Database,
  account_id: string,
  conversations: readonly string[],
  subscriber: string,
  count: number,
): Promise<void> {
  await sql`
    with inserted as (
      insert into events (account_id, id, name, actor, payload, request_id, occurred_at)
      select ${account_id}, gen_random_uuid(), 'conversation.label_added', '{"type": "system", "id": null, "name": "Bench"}',
             jsonb_build_object(
               'conversation', jsonb_build_object('id', (${conversations}::text[])[1 + n % ${conversations.length}]),
               'label', jsonb_build_object('title', case when n % ${RULES} = 0 then 'regla ' || (n / ${RULES} % ${RULES}) else 'ninguna' end)),
             'bench', now()
        from generate_series(1, ${count}::int) n
      returning account_id, id)
    insert into deliveries (account_id, event_id, subscriber, next_try_at) select account_id, id, ${subscriber}, now() from inserted`
}

function claim({ sql }: Database, room: number): Promise<LabelAdded[]> {
  return sql<LabelAdded>`
    with due as (
      select account_id, event_id from deliveries where dead_at is null and next_try_at <= now() and subscriber = 'bench_bare'
       order by next_try_at limit ${room} for update skip locked
    ), taken as (
      update deliveries d set attempts = d.attempts + 1, next_try_at = now() + interval '60 seconds' from due
       where d.account_id = due.account_id and d.event_id = due.event_id and d.subscriber = 'bench_bare'
      returning d.account_id, d.event_id)
    select e.account_id, e.id, e.sequence, e.name, e.actor, e.payload, e.occurred_at
      from taken t join events e on e.account_id = t.account_id and e.id = t.event_id`
}

async function forget({ sql }: Database): Promise<void> {
  await sql`delete from deliveries where subscriber in ('bench_bare', 'run_automations')`
}

async function anyLeft({ sql }: Database): Promise<boolean> {
  return (await sql`select from deliveries where subscriber = 'run_automations' limit 1`).length > 0
}

type Sample = { queries: Query[]; event: LabelAdded }

/** Sends the recorded statements again with the values of each event, without checks or decisions. */
async function loop(database: Database, passing: Sample, meeting: Sample): Promise<void> {
  for (let events = await claim(database, AT_ONCE); events.length > 0; events = await claim(database, AT_ONCE)) {
    await Promise.all(events.map((event) => replay(database, meets(event.payload) ? meeting : passing, event)))
  }
}

async function replay({ work, sql }: Database, { queries, event: model }: Sample, event: LabelAdded): Promise<void> {
  const replaced = new Map([
    [model.id, event.id],
    [model.payload.conversation.id, event.payload.conversation.id],
    [model.payload.label.title, event.payload.label.title],
  ])
  const client = await work.connect()
  try {
    let run: string | undefined
    for (const query of queries) {
      const values = query.values.map((value) => other(value, replaced, run))
      const { rows } = await client.query<{ id?: string }>({ ...query, values })
      // The other statements refer to the new run.
      run ??= isRun(rows[0]?.id) ? rows[0]!.id : undefined
    }
  } finally {
    client.release()
  }
  await sql`delete from deliveries where account_id = ${event.account_id} and event_id = ${event.id} and subscriber = 'bench_bare'`
}

function other(value: unknown, replaced: ReadonlyMap<string, string>, run: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => other(each, replaced, run))
  if (typeof value !== 'string') return value
  if (run && isRun(value)) return run
  // Event ids must be new.
  if (value.startsWith('[')) return value.replace(uuid, () => crypto.randomUUID())
  return replaced.get(value) ?? value
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

function isRun(id: string | undefined): boolean {
  return id !== undefined && /^9\d{8}$/.test(id)
}

/** A runtime that records every statement it sends. */
function recording(database: Database, recorded: Query[]): Runtime {
  const note = ({ text, values = [], ...named }: Partial<Query> & { text: string }) =>
    recorded.push({ ...named, text, values })
  const pool = database.work
  const work = {
    query: (query: Query) => {
      note(query)
      return pool.query(query)
    },
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (query: Query) => {
          note(query)
          return client.query(query)
        },
        release: (broken: boolean) => client.release(broken),
      }
    },
  } as unknown as pg.Pool
  return {
    config: { base_url: 'http://localhost' },
    database: { ...database, work, sql: bind(work) },
    secret: Buffer.alloc(32),
    log: { info() {}, warn() {}, error() {} },
    subscribersOf: () => [],
    notify: () => {},
    signal: () => {},
  }
}
