import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventName } from '#contract/events.ts'
import { part } from '#db/sql.ts'
import { isOnline } from '#domains/access/presence.ts'
import { signIn } from '#domains/access/sessions.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import { openListener } from '#test/listener.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { raw } from '#test/raw.ts'
import { until } from '#test/wait.ts'

const { node, url, sql, rest, user, account_id, key, makeKey, makeUser, addAccount } = await openNode()
const { runtime } = node
const somebody = { id: '999', name: 'Beto', email: 'beto@example.com' }
let made = 0

test('a program with a key hears what happens, as it happens', async () => {
  const listener = await listen(key)
  assert.equal(listener.status, 200)
  assert.equal(listener.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(listener.headers['cache-control'], 'no-store')
  assert.equal(listener.headers['x-accel-buffering'], 'no')
  assert.match(String(listener.headers['ratelimit']), /"key";r=\d+/, 'it counts as a request')
  assert.ok(listener.headers['x-request-id'])
  await until(() => listener.named('ready').length === 1, 'it is ready')
  assert.equal(listener.state.retry, 1000)
  assert.match(listener.told[0]!.id!, /^\d+$/)

  const { body: contact } = await createContact()
  await until(() => listener.named('contact.created').length === 1, 'it hears of it')
  const [{ id, data } = { id: '', data: {} }] = listener.named('contact.created')
  const [row] = await sql`
    select id, sequence, name, actor, payload, occurred_at from events where payload -> 'contact' ->> 'id' = ${contact.id}`
  assert.deepEqual(data, row)
  assert.equal(id, row!.sequence)
  listener.close()
})

test('the web app hears with a session, in the workspace it names', async () => {
  const cookie = await session()
  const byAddress = await openListener(`${url}/api/live?account_id=${account_id}`, { headers: { cookie } })
  const byHeader = await openListener(`${url}/api/live`, { headers: { cookie, 'x-account-id': account_id } })
  await createContact()
  for (const listener of [byAddress, byHeader]) {
    await until(() => listener.named('contact.created').length === 1, 'it hears')
    listener.close()
  }
})

test('what happens after the session was told is heard by whoever listens later', async () => {
  const cookie = await session()
  const hears = async () => {
    const { body } = await rest<{ position: string }>('GET', '/api/session', { headers: { cookie } })
    const { body: contact } = await createContact()
    const query = new URLSearchParams({ account_id, last_event_id: body.position })
    const listener = await openListener(`${url}/api/live?${String(query)}`, { headers: { cookie } })
    const told = () => listener.named('contact.created').map(({ data }) => data.payload.contact.id)
    await until(() => told().includes(contact.id), 'it hears')
    listener.close()
  }
  await hears()
  const another = await listen(key)
  await until(() => another.named('ready').length === 1, 'somebody listens already')
  await hears()
  another.close()
})

test('who cannot know the names of events beforehand hears all of them under one', async () => {
  const listener = await openListener(`${url}/api/live?account_id=${account_id}&plain`, {
    headers: { cookie: await session() },
  })
  await until(() => listener.named('ready').length === 1, 'it is ready')
  await createContact()
  await until(() => listener.named('message').length > 0, 'it hears')
  const [{ data } = { data: {} }] = listener.named('message')
  assert.equal((data as { name?: string }).name, 'contact.created')
  listener.close()
})

test('nobody listens without a credential of the workspace', async () => {
  const cookie = await session()
  const elsewhere = await addAccount()
  for (const [path, headers, status, code] of [
    ['/api/v1/live', {}, 401, 'unauthenticated'],
    ['/api/v1/live', { authorization: `Bearer ${key.slice(0, -1)}x` }, 401, 'unauthenticated'],
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

test('nothing of another workspace is heard', async () => {
  const elsewhere = await addAccount()
  const [here, there] = [await listen(key), await listen(elsewhere.key)]
  await createContact()
  await rest('POST', '/contacts', { key: elsewhere.key, body: { name: 'Ajena', email: 'ajena@example.com' } })
  await until(() => here.told.length === 2 && there.told.length === 2, 'each hears theirs')
  await createContact()
  await until(() => here.told.length === 3, 'and goes on')
  assert.equal(there.told.length, 2)
  assert.equal(there.named('contact.created')[0]!.data.payload.contact.name, 'Ajena')
  for (const each of [here, there]) each.close()
})

test('who comes back with the last id hears what they missed, and nothing twice', async () => {
  const first = await listen(key)
  await createContact()
  await until(() => first.named('contact.created').length === 1, 'one is heard')
  first.close()
  const contacts = [(await createContact()).body.id, (await createContact()).body.id]
  const byHeader = await listen(key, { headers: { 'last-event-id': first.state.last_id! } })
  // One who opens a new EventSource cannot send the header.
  const byAddress = await listen(key, { query: `?last_event_id=${first.state.last_id}` })
  contacts.push((await createContact()).body.id)
  for (const again of [byHeader, byAddress]) {
    await until(() => again.told.length === 3, 'all are heard')
    assert.deepEqual(
      again.told.map(({ name, data }) => [name, data.payload.contact.id]),
      contacts.map((id) => ['contact.created', id]),
    )
    again.close()
  }
})

test('who has been away too long is told to read everything anew', async () => {
  const first = await listen(key)
  await until(() => first.told.length === 1, 'it is ready')
  first.close()
  await sql`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    select ${account_id}, gen_random_uuid(), 'contact.deleted', '{}', '{"contact": {}}', now() from generate_series(1, 2001)`
  const again = await listen(key, { headers: { 'last-event-id': first.state.last_id! } })
  await until(() => again.told.length === 1, 'it is told')
  assert.deepEqual([again.told[0]!.name, again.told[0]!.data], ['reset', {}])
  await createContact()
  await until(() => again.told.length === 2, 'and hears what happens from then on')
  again.close()
  const third = await listen(key, { headers: { 'last-event-id': again.told[0]!.id! } })
  await until(() => third.told.length === 1, 'the reset is a place to come back to')
  assert.deepEqual(third.told, again.named('contact.created'))
  third.close()
})

test('someone with restricted sight hears of their conversations only, and that one has left their sight', async () => {
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
    conversation: conversation('1', somebody, group),
    changes: { assignee: { from: own, to: somebody } },
  })
  await happen('conversation.team_changed', {
    conversation: conversation('1', somebody, null),
    changes: { team: { from: group, to: null } },
  })
  await happen('message.received', { conversation: conversation('1', somebody, null), message: { id: '2' } })
  await createContact()
  for (const each of Object.values(everyone))
    await until(() => each.named('contact.created').length === 1, 'the last is heard')
  const names = (listener: { told: { name: string }[] }) => listener.told.slice(1, -1).map(({ name }) => name)
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
  assert.deepEqual(everyone.own.named('conversation.hidden')[0]!.data.payload, { conversation_id: '1' })
  for (const each of Object.values(everyone)) each.close()
})

test('someone with restricted sight hears of the leads they and their team mates have, as they are really made', async () => {
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
    await until(() => each.named('contact.created').length === 1, 'the last is heard')
  const names = (listener: { told: { name: string }[] }) =>
    listener.told.map(({ name }) => name).filter((name) => name.startsWith('lead.'))
  assert.deepEqual(names(everyone.all), ['lead.created', 'lead.created', 'lead.created', 'lead.owner_changed'])
  assert.deepEqual(names(everyone.team), ['lead.created', 'lead.owner_changed'])
  assert.deepEqual(names(everyone.own), ['lead.created', 'lead.hidden'])
  assert.deepEqual(everyone.own.named('lead.hidden')[0]!.data.payload, { lead_id: given })
  for (const each of Object.values(everyone)) each.close()
})

test('a key hears only what its scopes let it read', async () => {
  const listener = await listen(await makeKey('custom', ['conversations:read']))
  await createContact()
  await happen('conversation.created', { conversation: conversation('1', null, null) })
  await until(() => listener.told.length === 2, 'it hears')
  assert.deepEqual(
    listener.told.map(({ name }) => name),
    ['ready', 'conversation.created'],
  )
  listener.close()
})

test('what matters only now is told without an id', async () => {
  const listener = await listen(key)
  await until(() => listener.told.length === 1, 'it is ready')
  const typing = { conversation: conversation('1', null, null), author: { type: 'contact', id: '1', name: 'Cliente' } }
  const payload = { ...typing, typing: true, private: false }
  runtime.signal(account_id, { name: 'conversation.typing', payload } as never)
  await until(() => listener.told.length === 2, 'it is told')
  assert.deepEqual(listener.told[1], {
    name: 'conversation.typing',
    id: undefined,
    data: { name: 'conversation.typing', payload },
  })
  listener.close()
})

describe('listeners are looked after', { concurrency: true }, () => {
  test('whose key is revoked is gone within five seconds', async () => {
    const own = await makeKey('full')
    const listener = await listening(own)
    await sql`update api_keys set revoked_at = now() where hash = sha256(${own}::text::bytea)`
    await gone(listener, { reset: false })
  })

  test('whose key expires is gone within five seconds', async () => {
    const own = await makeKey('full')
    const listener = await listening(own)
    await sql`update api_keys set expires_at = now() + interval '1 second' where hash = sha256(${own}::text::bytea)`
    await sleep(1_000)
    await gone(listener, { reset: false })
  })

  test('who signs out is gone within five seconds; their other devices stay', async () => {
    const [one, other] = [await session(), await session()]
    const listeners = await Promise.all(
      [one, other].map((cookie) => openListener(`${url}/api/live?account_id=${account_id}`, { headers: { cookie } })),
    )
    await rest('DELETE', '/api/session', { headers: { cookie: one } })
    await gone(listeners[0]!, { reset: false })
    assert.equal(listeners[1]!.state.ended, false)
    listeners[1]!.close()
  })

  test('who is disabled is gone within five seconds, however they came', async () => {
    const person = await member('all')
    const cookie = await session(person.email)
    const byKey = await listening(person.key)
    const bySession = await openListener(`${url}/api/live?account_id=${account_id}`, { headers: { cookie } })
    await sql`update users set disabled_at = now() where id = ${person.id}`
    await Promise.all([gone(byKey, { reset: false }), gone(bySession, { reset: false })])
  })

  test('who is no longer a member is gone within five seconds', async () => {
    const person = await member('all')
    const listener = await listening(person.key)
    await sql`delete from memberships where account_id = ${account_id} and user_id = ${person.id}`
    await gone(listener, { reset: false })
  })

  test('whose rights change is told to read anew, and comes back with the new ones', async () => {
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
      const listener = await listening(person.key)
      await change(person.id)
      await gone(listener, { reset: true })
    }
  })

  test('who stays connected stays online', async () => {
    const person = await member('all')
    const listener = await listening(person.key)
    await sql`update presences set seen_at = now() - interval '1 hour' where user_id = ${person.id}`
    const seen = () => sql`
      select from presences where user_id = ${person.id} and account_id = ${account_id} and seen_at > now() - interval '1 minute'`
    await until(async () => (await seen()).length === 1, 'they are seen again', 40_000)
    assert.equal(listener.state.ended, false)
    listener.close()
  })

  test('a stream on which nothing happens says that it is alive, and how far it has come', async () => {
    const quiet = await addAccount()
    const listener = await listening(quiet.key)
    const begun = listener.state.last_id
    await createContact()
    await until(() => listener.state.last_id !== begun, 'it has come further', 20_000)
    assert.equal(listener.told.length, 1)
    assert.equal(listener.state.ended, false)
    listener.close()
  })
})

test('a reader who does not read is cut off; the others hear everything', async () => {
  await until(async () => (await openStreams()) === 0, 'all others are gone')
  const [idle, healthy] = [await listen(key, { idle: true }), await listening(key)]
  let sent = 0
  while ((await openStreams()) === 2 && sent < 300) {
    await happen('label.created', { label: { title: 'x'.repeat(100_000) } })
    sent++
    await until(() => healthy.named('label.created').length === sent, 'the other hears it')
  }
  assert.ok(sent > 10, 'not at once')
  assert.equal(await openStreams(), 1, 'but in the end')
  assert.equal(healthy.state.ended, false)
  for (const each of [idle, healthy]) each.close()
})

test('who is connected counts as online, until they have been away for a while', async () => {
  const person = await member('all')
  const online = async () => {
    const [row] = await sql<{ online: boolean }>`
      select ${isOnline(part`m`)} as online from memberships m where m.user_id = ${person.id}`
    return row!.online
  }
  assert.equal(await online(), false)
  const listener = await listening(person.key)
  assert.equal(await online(), true)
  await sql`update memberships set availability = 'busy' where user_id = ${person.id}`
  assert.equal(await online(), false)
  await sql`update memberships set availability = 'online' where user_id = ${person.id}`
  await sql`update presences set seen_at = now() - interval '91 seconds' where user_id = ${person.id}`
  assert.equal(await online(), false)
  await sql`update memberships set auto_offline = false where user_id = ${person.id}`
  assert.equal(await online(), true)
  listener.close()
})

test('what waited for somebody is given to who connects, at once', async () => {
  const elsewhere = await addAccount()
  const person = await elsewhere.makeUser('agent')
  const body = { name: 'Espera', channel: 'api', members: [person.id] }
  const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', { key: elsewhere.key, body })
  const said = { source_id: 'alguien', content: 'Hola' }
  const { body: received } = await rest<{ conversation: { id: string; assignee: unknown } }>(
    'POST',
    `/inboxes/${inbox.id}/messages`,
    { key: elsewhere.key, body: said },
  )
  assert.equal(received.conversation.assignee, null)
  const listener = await listen(await elsewhere.makeKey('full', [], person.id))
  await until(() => listener.named('conversation.assigned').length === 1, 'it is given to them')
  const [row] = await sql`select assignee_id from conversations where id = ${received.conversation.id}`
  assert.equal(row!.assignee_id, person.id)
  listener.close()
})

test('the number of open streams is measured', async () => {
  await until(async () => (await openStreams()) === 0, 'all are gone')
  const listener = await listening(key)
  assert.equal(await openStreams(), 1)
  listener.close()
  await until(async () => (await openStreams()) === 0, 'none is left')
})

test('a node that leaves lets its listeners go, who come back elsewhere', async () => {
  const [listener, idle] = [await listening(key), await listen(key, { idle: true })]
  const begun = performance.now()
  await node.stop()
  assert.ok(listener.state.ended)
  assert.ok(performance.now() - begun < 10_000, 'and does not wait for them')
  idle.close()
})

function listen(key: string, { headers = {}, query = '', idle = false } = {}) {
  return openListener(`${url}/api/v1/live${query}`, { headers: { authorization: `Bearer ${key}`, ...headers }, idle })
}

async function listening(key: string) {
  const listener = await listen(key)
  await until(() => listener.named('ready').length === 1, 'it is ready')
  return listener
}

async function gone({ state, named }: Awaited<ReturnType<typeof listen>>, { reset }: { reset: boolean }) {
  await until(() => state.ended, 'it is gone', 5_000)
  assert.equal(named('reset').length, reset ? 1 : 0)
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

/** An agent with a key of their own, who sees so much. */
async function member(visibility: string) {
  const { id, name, email } = await makeUser('agent')
  await sql`update memberships set visibility = ${visibility} where account_id = ${account_id} and user_id = ${id}`
  return { id, name, email, key: await makeKey('full', [], id) }
}

function conversation(id: string, assignee: object | null, team: object | null) {
  return { id, assignee, team }
}

async function happen(name: EventName, payload: object): Promise<void> {
  const actor = await actAs(sql, account_id, { type: 'system', id: null, name: 'Test' })
  await within(runtime, 'test', actor, { request_id: 'test-request' }, async (ctx) => ctx.emit(name, payload as never))
}

async function openStreams(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^hilo_live_streams (\d+)$/m.exec(text)?.[1])
}
