import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { pino } from 'pino'
import type { EventName } from '#contract/events.ts'
import { part } from '#db/sql.ts'
import { isOnline } from '#domains/access/presence.ts'
import { signIn } from '#domains/access/sign-in/sessions.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { inTransaction } from '#kernel/invoke.ts'
import { createSessionAuthenticator } from '#doors/app/authenticate.ts'
import { createAuthenticator } from '#doors/authenticate.ts'
import { openLeases } from '#domains/access/leases.ts'
import { createCredentialGuard } from '#doors/credential-guard.ts'
import { createServer } from '#doors/http.ts'
import { liveDoor } from '#doors/live/plugin.ts'
import { createStreamLimits } from '#doors/live/stream-limits.ts'
import { openFeed } from '#kernel/feed.ts'
import { openNotifier } from '#kernel/notify.ts'
import { openListener } from '#test/listener.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { raw } from '#test/raw.ts'
import { until } from '#test/wait.ts'

const { node, url, sql, rest, user, account_id, key, makeKey, makeUser, addAccount, connection } = await openNode()
const { runtime } = node
const quick = await openQuickServer()
const beto = { id: '999', name: 'Beto', email: 'beto@example.com' }
let made = 0

test('A program with a key receives events as they happen', async () => {
  const listener = await listen(key)
  assert.equal(listener.status, 200)
  assert.equal(listener.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(listener.headers['cache-control'], 'no-store')
  assert.equal(listener.headers['x-accel-buffering'], 'no')
  assert.match(String(listener.headers['ratelimit']), /"key";r=\d+/, 'it counts as a request')
  assert.ok(listener.headers['x-request-id'])
  await until(() => listener.eventsNamed('ready').length === 1, 'it is ready')
  assert.equal(listener.state.retry, 1000)
  assert.match(listener.events[0]!.id!, /^\d+$/)

  const { body: contact } = await createContact()
  await until(() => listener.eventsNamed('contact.created').length === 1, 'the event arrives')
  const [{ id, data } = { id: '', data: {} }] = listener.eventsNamed('contact.created')
  const [row] = await sql`
    select id, sequence, name, actor, payload, occurred_at from events where payload -> 'contact' ->> 'id' = ${contact.id}`
  assert.deepEqual(data, row)
  assert.equal(id, row!.sequence)
  listener.close()
})

test('The web app receives events with a session, in the workspace it names', async () => {
  const cookie = await session()
  const byAddress = await openListener(`${url}/api/live?account_id=${account_id}`, { headers: { cookie } })
  const byHeader = await openListener(`${url}/api/live`, { headers: { cookie, 'x-account-id': account_id } })
  await createContact()
  for (const listener of [byAddress, byHeader]) {
    await until(() => listener.eventsNamed('contact.created').length === 1, 'the event arrives')
    listener.close()
  }
})

test('Events after the session’s position reach a client that connects later', async () => {
  const cookie = await session()
  const checkDelivery = async () => {
    const { body } = await rest<{ position: string }>('GET', '/api/session', { headers: { cookie } })
    const { body: contact } = await createContact()
    const query = new URLSearchParams({ account_id, last_event_id: body.position })
    const listener = await openListener(`${url}/api/live?${String(query)}`, { headers: { cookie } })
    const contactIds = () => listener.eventsNamed('contact.created').map(({ data }) => data.payload.contact.id)
    await until(() => contactIds().includes(contact.id), 'the event arrives')
    listener.close()
  }
  await checkDelivery()
  const another = await listen(key)
  await until(() => another.eventsNamed('ready').length === 1, 'another listener is connected')
  await checkDelivery()
  another.close()
})

test('In plain mode all events have one name', async () => {
  const listener = await openListener(`${url}/api/live?account_id=${account_id}&plain`, {
    headers: { cookie: await session() },
  })
  await until(() => listener.eventsNamed('ready').length === 1, 'it is ready')
  await createContact()
  await until(() => listener.eventsNamed('message').length > 0, 'the event arrives')
  const [{ data } = { data: {} }] = listener.eventsNamed('message')
  assert.equal((data as { name?: string }).name, 'contact.created')
  listener.close()
})

test('A stream requires a credential of the workspace', async () => {
  const cookie = await session()
  const elsewhere = await addAccount()
  for (const [path, headers, status, code] of [
    ['/api/v1/live', {}, 401, 'unauthenticated'],
    ['/api/v1/live', { authorization: `Bearer ${key.slice(0, -1)}%` }, 401, 'unauthenticated'],
    ['/api/v1/live', { cookie }, 401, 'unauthenticated'],
    ['/api/live', {}, 401, 'unauthenticated'],
    ['/api/live', { authorization: `Bearer ${key}` }, 401, 'unauthenticated'],
    ['/api/live', { cookie }, 404, 'not_found'],
    [`/api/live?account_id=${elsewhere.account_id}`, { cookie }, 404, 'not_found'],
    [`/api/live?account_id=${account_id}&account_id=${elsewhere.account_id}`, { cookie }, 404, 'not_found'],
    [`/api/live?account_id=${account_id}`, { cookie, 'sec-fetch-site': 'cross-site' }, 403, 'permission_denied'],
    ['/api/v1/live', { authorization: `Bearer ${key}`, 'last-event-id': 'x' }, 400, 'invalid_request'],
    ['/api/v1/live', { authorization: `Bearer ${key}`, 'last-event-id': '5:4' }, 400, 'invalid_request'],
    ['/api/v1/live?last_event_id=rubbish', { authorization: `Bearer ${key}` }, 400, 'invalid_request'],
  ] as [string, Record<string, string>, number, string][]) {
    const answer = await rest('GET', path, { headers })
    assert.deepEqual([answer.status, answer.body.code], [status, code], path)
  }
  const head = await raw(url, 'HEAD', '/api/v1/live', { headers: ['authorization', `Bearer ${key}`] })
  assert.equal(head.status, 404)
})

test('A stream carries no events of other workspaces', async () => {
  const elsewhere = await addAccount()
  const [here, there] = [await listen(key), await listen(elsewhere.key)]
  await createContact()
  await rest('POST', '/contacts', { key: elsewhere.key, body: { name: 'Ajena', email: 'ajena@example.com' } })
  await until(() => here.events.length === 2 && there.events.length === 2, 'each gets its own events')
  await createContact()
  await until(() => here.events.length === 3, 'the stream goes on')
  assert.equal(there.events.length, 2)
  assert.equal(there.eventsNamed('contact.created')[0]!.data.payload.contact.name, 'Ajena')
  for (const each of [here, there]) each.close()
})

test('A client that reconnects with the last id receives what it missed, each event once', async () => {
  const first = await listen(key)
  await createContact()
  await until(() => first.eventsNamed('contact.created').length === 1, 'the first event arrives')
  first.close()
  const contacts = [(await createContact()).body.id, (await createContact()).body.id]
  const byHeader = await listen(key, { headers: { 'last-event-id': first.state.last_id! } })
  // A new EventSource cannot send the header.
  const byAddress = await listen(key, { query: `?last_event_id=${first.state.last_id}` })
  contacts.push((await createContact()).body.id)
  for (const again of [byHeader, byAddress]) {
    await until(() => again.events.length === 3, 'all events arrive')
    assert.deepEqual(
      again.events.map(({ name, data }) => [name, data.payload.contact.id]),
      contacts.map((id) => ['contact.created', id]),
    )
    again.close()
  }
})

test('A client that was away too long receives a reset and reads everything again', async () => {
  const first = await listen(key)
  await until(() => first.events.length === 1, 'it is ready')
  first.close()
  await sql`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    select ${account_id}, gen_random_uuid(), 'contact.deleted', '{}', '{"contact": {}}', now() from generate_series(1, 2001)`
  const again = await listen(key, { headers: { 'last-event-id': first.state.last_id! } })
  await until(() => again.events.length === 1, 'the event arrives')
  assert.deepEqual([again.events[0]!.name, again.events[0]!.data], ['reset', {}])
  await createContact()
  await until(() => again.events.length === 2, 'later events arrive')
  again.close()
  const third = await listen(key, { headers: { 'last-event-id': again.events[0]!.id! } })
  await until(() => third.events.length === 1, 'the stream resumes after the reset')
  assert.deepEqual(third.events, again.eventsNamed('contact.created'))
  third.close()
})

test('People with restricted visibility receive their own conversations only, and learn when one is hidden from them', async () => {
  const [own, team] = [await member('own'), await member('team')]
  const [mates] = await sql<{ id: string }>`
    insert into teams (account_id, name, created_at, updated_at) values (${account_id}, 'Ventas', now(), now()) returning id`
  await sql`insert into team_members (account_id, team_id, user_id) values (${account_id}, ${mates!.id}, ${team.id})`
  const everyone = { all: await listen(key), own: await listen(own.key), team: await listen(team.key) }
  const group = { id: mates!.id, name: 'Ventas' }
  await happen('conversation.created', { conversation: conversation('1', null, null) })
  await happen('conversation.assigned', {
    conversation: conversation('1', own, group),
    changes: { assignee: { from: null, to: own } },
  })
  await happen('message.received', { conversation: conversation('1', own, group), message: { id: '1' } })
  await happen('conversation.assigned', {
    conversation: conversation('1', beto, group),
    changes: { assignee: { from: own, to: beto } },
  })
  await happen('conversation.team_changed', {
    conversation: conversation('1', beto, null),
    changes: { team: { from: group, to: null } },
  })
  await happen('message.received', { conversation: conversation('1', beto, null), message: { id: '2' } })
  await createContact()
  for (const each of Object.values(everyone))
    await until(() => each.eventsNamed('contact.created').length === 1, 'the last event arrives')
  const names = (listener: { events: { name: string }[] }) => listener.events.slice(1, -1).map(({ name }) => name)
  assert.deepEqual(names(everyone.all), [
    'conversation.created',
    'conversation.assigned',
    'message.received',
    'conversation.assigned',
    'conversation.team_changed',
    'message.received',
  ])
  assert.deepEqual(names(everyone.own), ['conversation.assigned', 'message.received', 'conversation.hidden'])
  assert.deepEqual(names(everyone.team), [
    'conversation.assigned',
    'message.received',
    'conversation.assigned',
    'conversation.hidden',
  ])
  assert.deepEqual(everyone.own.eventsNamed('conversation.hidden')[0]!.data.payload, { conversation_id: '1' })
  for (const each of Object.values(everyone)) each.close()
})

test('People with restricted visibility receive the leads of themselves and their teammates', async () => {
  const [own, team, mate] = [await member('own'), await member('team'), await member('all')]
  const [mates] = await sql<{ id: string }>`
    insert into teams (account_id, name, created_at, updated_at) values (${account_id}, 'Leads', now(), now()) returning id`
  for (const { id } of [team, mate])
    await sql`insert into team_members (account_id, team_id, user_id) values (${account_id}, ${mates!.id}, ${id})`
  const everyone = { all: await listening(key), own: await listening(own.key), team: await listening(team.key) }
  const lead = async (name: string, owner_id?: string) =>
    (await rest<{ id: string }>('POST', '/leads', { key, body: { name, ...(owner_id && { owner_id }) } })).body.id
  await lead('de nadie')
  await lead('de colega', mate.id)
  const given = await lead('mío', own.id)
  await rest('PATCH', `/leads/${given}`, { key, body: { owner_id: mate.id } })
  await createContact()
  for (const each of Object.values(everyone))
    await until(() => each.eventsNamed('contact.created').length === 1, 'the last event arrives')
  const names = (listener: { events: { name: string }[] }) =>
    listener.events.map(({ name }) => name).filter((name) => name.startsWith('lead.'))
  assert.deepEqual(names(everyone.all), ['lead.created', 'lead.created', 'lead.created', 'lead.owner_changed'])
  assert.deepEqual(names(everyone.team), ['lead.created', 'lead.owner_changed'])
  assert.deepEqual(names(everyone.own), ['lead.created', 'lead.hidden'])
  assert.deepEqual(everyone.own.eventsNamed('lead.hidden')[0]!.data.payload, { lead_id: given })
  for (const each of Object.values(everyone)) each.close()
})

test('A key receives only events its scopes allow it to read', async () => {
  const listener = await listen(await makeKey('custom', ['conversations:read']))
  await createContact()
  await happen('conversation.created', { conversation: conversation('1', null, null) })
  await until(() => listener.events.length === 2, 'the event arrives')
  assert.deepEqual(
    listener.events.map(({ name }) => name),
    ['ready', 'conversation.created'],
  )
  listener.close()
})

test('Signals such as typing have no id', async () => {
  const listener = await listen(key)
  await until(() => listener.events.length === 1, 'it is ready')
  const typing = { conversation: conversation('1', null, null), author: { type: 'contact', id: '1', name: 'Cliente' } }
  const payload = { ...typing, typing: true, private: false }
  runtime.signal(account_id, { name: 'conversation.typing', payload } as never)
  await until(() => listener.events.length === 2, 'the event arrives')
  assert.deepEqual(listener.events[1], {
    name: 'conversation.typing',
    id: undefined,
    data: { name: 'conversation.typing', payload },
  })
  listener.close()
})

describe('Open streams', { concurrency: true }, () => {
  test('A stream ends when its key is revoked', async () => {
    const own = await makeKey('full')
    const listener = await listenQuickly(own)
    await sql`update api_keys set revoked_at = now() where hash = sha256(${own}::text::bytea)`
    await gone(listener, { reset: false })
  })

  test('A stream ends when its key expires', async () => {
    const own = await makeKey('full')
    const listener = await listenQuickly(own)
    await sql`update api_keys set expires_at = now() - interval '1 second' where hash = sha256(${own}::text::bytea)`
    await gone(listener, { reset: false })
  })

  test('A stream ends when its session signs out; the streams of other devices stay', async () => {
    const [one, other] = [await session(), await session()]
    const listeners = await Promise.all(
      [one, other].map((cookie) => openListener(`${quick}/api/live?account_id=${account_id}`, { headers: { cookie } })),
    )
    await rest('DELETE', '/api/session', { headers: { cookie: one } })
    await gone(listeners[0]!, { reset: false })
    assert.equal(listeners[1]!.state.ended, false)
    listeners[1]!.close()
  })

  test('All streams of a person end when they are disabled', async () => {
    const person = await member('all')
    const cookie = await session(person.email)
    const byKey = await listenQuickly(person.key)
    const bySession = await openListener(`${quick}/api/live?account_id=${account_id}`, { headers: { cookie } })
    await sql`update users set disabled_at = now() where id = ${person.id}`
    await Promise.all([gone(byKey, { reset: false }), gone(bySession, { reset: false })])
  })

  test('A stream ends when its owner is no longer a member', async () => {
    const person = await member('all')
    const listener = await listenQuickly(person.key)
    await sql`delete from memberships where account_id = ${account_id} and user_id = ${person.id}`
    await gone(listener, { reset: false })
  })

  test('A stream is reset and ends when the rights of its owner change', async () => {
    for (const change of [
      (id: string) => sql`update memberships set visibility = 'own' where user_id = ${id}`,
      (id: string) => sql`update memberships set role = 'administrator' where user_id = ${id}`,
      (id: string) => sql`
        with t as (insert into teams (account_id, name, created_at, updated_at)
                   values (${account_id}, ${`Equipo ${id}`}, now(), now()) returning id)
        insert into team_members (account_id, team_id, user_id) select ${account_id}, id, ${id} from t`,
      (id: string) => sql`update api_keys set role = 'custom', scopes = '{contacts:read}' where user_id = ${id}`,
    ]) {
      const person = await member('all')
      const listener = await listenQuickly(person.key)
      await change(person.id)
      await gone(listener, { reset: true })
    }
  })

  test('A connected person stays online', async () => {
    const person = await member('all')
    const cookie = await session(person.email)
    const listener = await openListener(`${quick}/api/live?account_id=${account_id}`, { headers: { cookie } })
    await sql`update presences set seen_at = now() - interval '1 hour' where user_id = ${person.id}`
    const seen = () => sql`
      select from presences where user_id = ${person.id} and account_id = ${account_id} and seen_at > now() - interval '1 minute'`
    await until(async () => (await seen()).length === 1, 'the person is marked as online again')
    assert.equal(listener.state.ended, false)
    listener.close()
  })

  test('A quiet stream sends heartbeats with the current position', async () => {
    const quiet = await addAccount()
    const listener = await listenQuickly(quiet.key)
    const begun = listener.state.last_id
    await createContact()
    await until(() => listener.state.last_id !== begun, 'the heartbeat carries the new position')
    assert.equal(listener.events.length, 1)
    assert.equal(listener.state.ended, false)
    listener.close()
  })
})

test('A client that does not read is cut off; the others receive everything', async () => {
  await until(async () => (await openStreams()) === 0, 'all others are gone')
  const [idle, healthy] = [await listen(key, { idle: true }), await listening(key)]
  let sent = 0
  while ((await openStreams()) === 2 && sent < 300) {
    await happen('label.created', { label: { title: 'x'.repeat(100_000) } })
    sent++
    await until(() => healthy.eventsNamed('label.created').length === sent, 'the other listener gets it')
  }
  assert.ok(sent > 10, 'not at once')
  assert.equal(await openStreams(), 1, 'but in the end')
  assert.equal(healthy.state.ended, false)
  for (const each of [idle, healthy]) each.close()
})

test('A client that missed more than may wait for it gets everything in several connections, each event once', async () => {
  const first = await listening(key)
  let last = first.state.last_id!
  first.close()
  for (let i = 0; i < 30; i++) await happen('label.created', { label: { title: `${i} ${'x'.repeat(50_000)}` } })
  const received: string[] = []
  let connections = 0
  while (received.length < 30 && connections++ < 100) {
    const listener = await listen(key, { headers: { 'last-event-id': last } })
    await until(() => listener.state.ended || received.length + listener.events.length >= 30, 'it is read to its end')
    received.push(...listener.eventsNamed('label.created').map(({ data }) => titleOf(data)))
    last = listener.state.last_id!
    listener.close()
  }
  assert.deepEqual(
    received,
    Array.from({ length: 30 }, (_, i) => String(i)),
  )
})

test('Streams are bounded per key, address and node, with the time to come back', async () => {
  const small = await openNode({ HILO_STREAMS: '5', HILO_ADDRESS_STREAMS: '4', HILO_KEY_STREAMS: '2' })
  const open = async (bearer: string, localAddress = '127.0.0.1') => {
    const headers = { authorization: `Bearer ${bearer}` }
    return openListener(`http://127.0.0.1:${small.port}/api/v1/live`, { headers, localAddress })
  }
  const keys = await Promise.all([0, 1, 2].map(() => small.makeKey('full')))
  const streams = [await open(keys[0]!), await open(keys[0]!)]
  assert.equal((await open(keys[0]!)).status, 429, 'two for a key')
  streams.push(await open(keys[1]!), await open(keys[1]!))
  const refused = await open(keys[2]!)
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '30'])
  streams.push(await open(keys[2]!, '127.0.0.2'))
  assert.equal((await open(keys[2]!, '127.0.0.3')).status, 503, 'five in all')
  assert.deepEqual(
    streams.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  streams[0]!.close()
  await until(async () => (await open(keys[0]!)).status === 200, 'a closed stream makes room')
})

test('A connected person is online until they have been away for a while', async () => {
  const person = await member('all')
  const online = async () => {
    const [row] = await sql<{ online: boolean }>`
      select ${isOnline(part`m`)} as online from memberships m where m.user_id = ${person.id}`
    return row!.online
  }
  assert.equal(await online(), false)
  const program = await listening(person.key)
  assert.equal(await online(), false, 'a program with their key is not the person')
  const listener = await watch(person.email)
  assert.equal(await online(), true)
  await sql`update memberships set availability = 'busy' where user_id = ${person.id}`
  assert.equal(await online(), false)
  await sql`update memberships set availability = 'online' where user_id = ${person.id}`
  await sql`update presences set seen_at = now() - interval '91 seconds' where user_id = ${person.id}`
  assert.equal(await online(), false)
  await sql`update memberships set auto_offline = false where user_id = ${person.id}`
  assert.equal(await online(), true)
  for (const each of [program, listener]) each.close()
})

test('A waiting conversation is assigned as soon as an agent connects', async () => {
  const elsewhere = await addAccount()
  const person = await elsewhere.makeUser('agent')
  const body = { name: 'Espera', channel: 'api', members: [person.id] }
  const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', { key: elsewhere.key, body })
  const message = { source_id: 'alguien', content: 'Hola' }
  const { body: received } = await rest<{ conversation: { id: string; assignee: unknown } }>(
    'POST',
    `/inboxes/${inbox.id}/messages`,
    { key: elsewhere.key, body: message },
  )
  assert.equal(received.conversation.assignee, null)
  const listener = await watch(person.email, elsewhere.account_id)
  await until(() => listener.eventsNamed('conversation.assigned').length === 1, 'it is given to them')
  const [row] = await sql`select assignee_id from conversations where id = ${received.conversation.id}`
  assert.equal(row!.assignee_id, person.id)
  listener.close()
})

test('The number of open streams is measured', async () => {
  await until(async () => (await openStreams()) === 0, 'all are gone')
  const listener = await listening(key)
  assert.equal(await openStreams(), 1)
  listener.close()
  await until(async () => (await openStreams()) === 0, 'none is left')
})

test('A node that shuts down ends its streams, even those that are not read', async () => {
  const [listener, idle] = [await listening(key), await listen(key, { idle: true })]
  await node.stop()
  assert.ok(listener.state.ended)
  idle.close()
})

/** A second server on the same database that checks its streams more often. */
async function openQuickServer(): Promise<string> {
  const log = pino({ level: 'silent' })
  const notifier = openNotifier(runtime.database, connection, log)
  const app = createServer({ log, base_url: url, trust_proxy: false })
  const limits = {
    key: 10_000,
    account: 10_000,
    classic_ip: 10_000,
    classic_account: 10_000,
    person: 10_000,
    people: 10_000,
  }
  const guard = createCredentialGuard()
  const leases = openLeases(runtime.database.sql)
  await app.register(liveDoor, {
    runtime,
    feed: openFeed(runtime, notifier),
    authenticate: createAuthenticator(runtime.database, limits, guard, leases).authenticate,
    sessions: createSessionAuthenticator(runtime, limits, guard, leases),
    streams: createStreamLimits({ node: 1_000, address: 1_000, credential: 1_000, visitor: 1_000 }),
    intervals: { check_ms: 50, presence_ms: 50, heartbeat_ms: 50 },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  after(async () => {
    await app.close()
    await notifier.close()
  })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

async function listenQuickly(key: string) {
  const listener = await openListener(`${quick}/api/v1/live`, { headers: { authorization: `Bearer ${key}` } })
  await until(() => listener.eventsNamed('ready').length === 1, 'it is ready')
  return listener
}

function listen(key: string, { headers = {}, query = '', idle = false } = {}) {
  return openListener(`${url}/api/v1/live${query}`, { headers: { authorization: `Bearer ${key}`, ...headers }, idle })
}

async function listening(key: string) {
  const listener = await listen(key)
  await until(() => listener.eventsNamed('ready').length === 1, 'it is ready')
  return listener
}

/** The stream of a signed-in person. */
async function watch(email: string, account = account_id) {
  const listener = await openListener(`${url}/api/live?account_id=${account}`, {
    headers: { cookie: await session(email) },
  })
  await until(() => listener.eventsNamed('ready').length === 1, 'it is ready')
  return listener
}

async function gone({ state, eventsNamed: named }: Awaited<ReturnType<typeof listen>>, { reset }: { reset: boolean }) {
  await until(() => state.ended, 'the stream has ended')
  assert.equal(named('reset').length, reset ? 1 : 0)
}

/** The number at the start of a long title. */
function titleOf(data: object): string {
  return (data as { payload: { label: { title: string } } }).payload.label.title.split(' ')[0]!
}

function createContact() {
  const body = { name: 'Cliente', email: `cliente.${++made}@example.com` }
  return rest<{ id: string }>('POST', '/contacts', { key, body })
}

let addresses = 0

async function session(email = user.email): Promise<string> {
  const visitor = { request_id: 'test-request', ip: `10.0.0.${++addresses}`, user_agent: '' }
  return `sid=${await signIn(sql, runtime.secret, { email, password: PASSWORD }, visitor)}`
}

/** An agent with their own key and this visibility. */
async function member(visibility: string) {
  const { id, name, email } = await makeUser('agent')
  await sql`update memberships set visibility = ${visibility} where account_id = ${account_id} and user_id = ${id}`
  return { id, name, email, key: await makeKey('full', [], id) }
}

function conversation(id: string, assignee: object | null, team: object | null) {
  return { id, assignee, team }
}

async function happen(name: EventName, payload: object): Promise<void> {
  const actor = await loadSystemActor(sql, account_id, { type: 'system', id: null, name: 'Test' })
  await inTransaction(runtime, 'test', actor, { request_id: 'test-request' }, async (ctx) =>
    ctx.emit(name, payload as never),
  )
}

async function openStreams(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^hilo_live_streams (\d+)$/m.exec(text)?.[1])
}
