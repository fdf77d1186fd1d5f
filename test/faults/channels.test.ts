import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderChannel } from '#contract/channels.ts'
import type { Fault } from '#test/channels/fakes/loopback.ts'
import { sample } from '#test/runs.ts'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'
import { type Delivery, type FaultyProvider, providers, settingsFor } from './channels-providers.ts'

/*
 * Inboxes of several channels on two nodes that are killed again and again, while providers deliver in any order and
 * repeatedly, and fail at random. A usual run takes three channels, by its seed; FULL=1 takes all. The full figure of one:
 * CHANNELS=whatsapp INBOUND=10000 OUTBOUND=1000 KILLS=10 npm test -- test/faults/channels.test.ts
 */
const INBOUND = Number(process.env.INBOUND ?? 80)
const OUTBOUND = Number(process.env.OUTBOUND ?? 24)
const KILLS = Number(process.env.KILLS ?? 2)
const CUSTOMERS = Math.min(200, Math.max(12, Math.ceil(INBOUND / 50)))
const DUPLICATES = 0.3
const MINUTES = 60_000
const timeout = 60 * MINUTES

const all = Object.keys(providers) as ProviderChannel[]
const names = (process.env.CHANNELS?.split(',') ?? sample(all, 3)) as ProviderChannel[]
const opened = await Promise.all(names.map((name) => providers[name]()))
const { sql, running, startTwo, kill, post } = await openTwoNodes({
  ...(await settingsFor(opened)),
  BASE_URL: 'http://hilo.example',
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  HILO_OPEN_LIMIT: '1000000',
})
await startTwo()
const urlOf = () => running[Math.floor(Math.random() * running.length)]!.url

type Inbox = { id: string; connection: { webhook_url: string } }
const channels = await Promise.all(
  opened.map(async (provider) => {
    const { channel, credentials } = provider
    const made = await post(urlOf(), '/inboxes', { name: channel, channel, credentials, auto_assign: false })
    assert.equal(made?.status, 201, made?.text)
    const inbox = made!.body as unknown as Inbox
    provider.connected(inbox.connection.webhook_url)
    return { ...provider, inbox_id: inbox.id }
  }),
)
type Channel = FaultyProvider & { inbox_id: string }

test(
  `Every message of ${names.join(', ')} arrives once and in order, although nodes are killed and requests repeated`,
  {
    timeout,
  },
  async (t) => {
    const began = Date.now()
    const timeOf = (i: number) => new Date(began - (INBOUND - i + 60) * 1000)
    const messages = channels.flatMap(({ write }) =>
      Array.from({ length: INBOUND }, (_, i) => write(i % CUSTOMERS, String(i), timeOf(i))),
    )
    const requests = await deliverAll(messages, KILLS)

    for (const { channel, inbox_id, hasTimes } of channels) {
      const rows = await sql<{ content: string; conversation_id: string }>`
      select content, conversation_id from messages where inbox_id = ${inbox_id} and direction = 'incoming' order by created_at, id`
      assert.equal(rows.length, INBOUND, channel)
      const conversations = Map.groupBy(rows, (row) => row.conversation_id)
      assert.equal(conversations.size, CUSTOMERS, channel)
      for (const theirs of conversations.values()) {
        const numbers = theirs.map(({ content }) => Number(content))
        const customer = numbers[0]! % CUSTOMERS
        const right = Array.from({ length: INBOUND }, (_, i) => i).filter((i) => i % CUSTOMERS === customer)
        assert.deepEqual(
          hasTimes ? numbers : numbers.toSorted((a, b) => a - b),
          right,
          `${channel}, customer ${customer}`,
        )
      }
      const [counts] = await sql`
      select (select count(*)::int from channel_events where inbox_id = ${inbox_id} and outcome is distinct from 'processed') as unprocessed,
             (select count(*)::int from contact_identities where inbox_id = ${inbox_id}) as people,
             (select count(*)::int from events where name = 'message.received'
                 and payload -> 'conversation' -> 'inbox' ->> 'id' = ${inbox_id}) as events`
      assert.deepEqual(counts, { unprocessed: 0, people: CUSTOMERS, events: INBOUND }, channel)
    }
    t.diagnostic(
      `${messages.length} messages in ${requests} requests, ${KILLS} kills, ${secondsSince(began)} s; 0 lost`,
    )
  },
)

/** Faults of the provider and how often each happens. */
const faultsOf = ({ rate_limited }: Channel): [share: number, fault: Fault][] => [
  [0.06, rate_limited],
  [0.06, { status: 503, body: 'unavailable' }],
  [0.05, 'cut'],
  [0.05, 'accept_and_cut'],
]

test(
  `No message through ${names.join(', ')} is lost or sent twice, although providers fail and nodes are killed`,
  {
    timeout,
  },
  async (t) => {
    const began = Date.now()
    // The customers write first, so that they may be answered.
    const greetings = Array.from({ length: CUSTOMERS }, (_, i) =>
      channels.map(({ write }) => write(i, 'Hola', new Date())),
    )
    await deliverAll(greetings.flat(), 0)
    const work = await Promise.all(channels.map(writeAnswers))
    const total = work.reduce((sum, { writes }) => sum + writes.length, 0)

    const isSettled = async () => {
      const [row] = await sql<{ count: number }>`
      select count(*)::int as count from messages where direction = 'outgoing' and status <> 'pending'`
      return row!.count
    }
    await Promise.all([inParallel(work.flatMap(({ writes }) => writes)), killAlong(KILLS, isSettled, total)])
    await endLeases()
    const isSent = async () => (await sql`select from channel_outbox limit 1`).length === 0
    await until(isSent, 'nothing waits to be sent', 20 * MINUTES)
    const sentAfter = secondsSince(began)

    const unknown = new Map<string, number>()
    for (const [index, { channel, ...provider }] of channels.entries()) {
      const rows = await listSent(provider.inbox_id)
      const times = Map.groupBy(provider.accepted(), (content) => content)
      for (const id of work[index]!.acknowledged)
        assert.ok(
          rows.some((row) => row.id === id),
          `${channel}: message ${id} is lost`,
        )
      for (const { content, status, code } of rows) {
        const count = times.get(content)?.length ?? 0
        assert.ok(count <= 1, `${channel}: “${content}” reached the customer ${count} times`)
        if (status === 'failed') assert.equal(code, 'outcome_unknown', `${channel}: ${content}`)
        else assert.deepEqual([status, count], ['sent', 1], `${channel}: ${content}`)
      }
      unknown.set(channel, rows.filter(({ status }) => status === 'failed').length)
    }

    // Late reports, in any order and repeated, settle the unknown outcomes, and no status falls.
    await deliverAll(
      channels.flatMap(({ reports }) => reports()),
      Math.min(KILLS, 1),
    )
    for (const provider of channels) {
      const accepted = new Set(provider.accepted())
      if (provider.reports().length === 0) continue
      for (const { content, status, code } of await listSent(provider.inbox_id)) {
        if (code === 'outcome_unknown' && !provider.hasReference) continue
        assert.equal(status, accepted.has(content) ? 'read' : 'failed', `${provider.channel}: ${content}`)
      }
    }
    await checkOrderOfStatuses()
    const figures = [...unknown].map(([channel, count]) => `${channel} ${count}`).join(', ')
    t.diagnostic(`${total} messages, ${KILLS} kills, ${sentAfter} s; outcome unknown: ${figures}; 0 lost, 0 sent twice`)
  },
)

/** The answers of a channel, with random faults of its provider. A repeated attempt is another message. */
async function writeAnswers(channel: Channel) {
  const conversations = await sql<{ id: string }>`
    select id from conversations where inbox_id = ${channel.inbox_id} order by id`
  assert.equal(conversations.length, CUSTOMERS)
  const acknowledged: string[] = []
  const count = Math.min(OUTBOUND, channel.most_outbound)
  // Without an answer nothing more of the conversation leaves until the deadline, so there are few of these.
  for (let i = 0; i < Math.ceil(count / 100); i++) channel.fail('accept_and_hang')
  const writes = Array.from({ length: count }, (_, i) => async () => {
    for (const [share, fault] of faultsOf(channel)) if (Math.random() < share) channel.fail(fault)
    const path = `/conversations/${conversations[i % CUSTOMERS]!.id}/messages`
    for (let attempt = 1; ; attempt++) {
      const answer = await post(urlOf(), path, { content: `Respuesta ${i}, intento ${attempt}` })
      if (answer?.status === 201) return void acknowledged.push(String(answer.body.id))
      await sleep(20)
    }
  })
  return { writes, acknowledged }
}

function listSent(inbox_id: string) {
  return sql<{ id: string; content: string; status: string; code: string | null }>`
    select id, content, status, failure ->> 'code' as code from messages
     where inbox_id = ${inbox_id} and direction = 'outgoing' order by id`
}

const ranks = ['failed', 'sent', 'delivered', 'read']

/** The changes announced of each message go forwards; an unknown outcome may become known. */
async function checkOrderOfStatuses(): Promise<void> {
  const changes = await sql<{ id: string; status: string }>`
    select payload -> 'message' ->> 'id' as id, payload -> 'message' ->> 'status' as status from events
     where name = 'message.status_changed' order by sequence`
  for (const [id, theirs] of Map.groupBy(changes, (each) => each.id)) {
    const numbers = theirs.map(({ status }) => ranks.indexOf(status))
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].toSorted((a, b) => a - b),
      `message ${id}: ${JSON.stringify(theirs)}`,
    )
  }
}

/** Delivers in any order and some repeatedly, each until a node accepts it, and waits until everything is processed. */
async function deliverAll(deliveries: readonly Delivery[], kills: number): Promise<number> {
  const repeated = deliveries.filter(() => Math.random() < DUPLICATES)
  const requests = shuffle([...deliveries, ...repeated])
  let accepted = 0
  const load = inParallel(
    requests.map((deliver) => async () => {
      while ((await deliver(urlOf()).catch(() => 0)) !== 200) await sleep(20)
      accepted++
    }),
  )
  await Promise.all([load, killAlong(kills, () => accepted, requests.length)])
  await endLeases()
  const isDone = async () => (await sql`select from channel_events where next_try_at is not null limit 1`).length === 0
  await until(isDone, 'everything is processed', 20 * MINUTES)
  return requests.length
}

/** Kills the older node whenever another part of the work is done, and starts a new one for each. */
async function killAlong(kills: number, progress: () => number | Promise<number>, total: number): Promise<void> {
  for (let round = 1; round <= kills; round++) {
    await until(async () => (await progress()) >= (total * round) / (kills + 1), 'there is progress', 10 * MINUTES)
    await kill(running[round % 2]!)
    await startTwo()
    await endLeases()
  }
}

/** Ends all leases instead of waiting a minute for those of the dead node: the other one loses its own as well. */
async function endLeases(): Promise<void> {
  await sql`update channel_events set next_try_at = now() - interval '1 second' where next_try_at > now()`
  await sql`update channel_outbox set leased_until = now() - interval '1 second' where lease is not null`
}

/** Does all of it, a few at a time. */
async function inParallel(work: readonly (() => Promise<void>)[], atOnce = 8): Promise<void> {
  const waiting = shuffle(work)
  const take = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await next()
  }
  await Promise.all(Array.from({ length: atOnce }, take))
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function secondsSince(began: number): string {
  return ((Date.now() - began) / 1000).toFixed(1)
}
