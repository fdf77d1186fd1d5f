import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openServerWithUsers } from '#test/people.ts'
import { raw } from '#test/raw.ts'

const { url, sql, enter, send, account_id, addAccount } = await openServerWithUsers({
  HILO_PERSON_LIMIT: '10',
  HILO_PEOPLE_LIMIT: '14',
})

// Each test starts with unused rate limits.
beforeEach(() => sql`delete from rate_windows`)

const labels = (person: { cookie: string }, account = account_id) =>
  send('POST', '/api/app/list_labels', {}, { cookie: person.cookie, headers: ['x-account-id', account] })

const batch = (person: { cookie: string }, size: number) => {
  const reads = Array.from({ length: size }, () => ({ name: 'list_labels', input: {} }))
  const headers = { 'content-type': 'application/json', cookie: person.cookie, 'x-account-id': account_id }
  return fetch(`${url}/api/app`, { method: 'POST', headers, body: JSON.stringify({ reads }) })
}

const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status)
const admitted = (statuses: number[]) => statuses.filter((status) => status === 200).length

test('One person cannot call without end: over their limit they get 429 with the time to wait', async () => {
  const ana = await enter('Ana')
  const first = await labels(ana)
  assert.match(first.headers['ratelimit-policy']!, /"person";q=10;w=60, "people";q=14;w=60/)
  assert.match(first.headers.ratelimit!, /^"person";r=9;t=\d+, "people";r=13;t=\d+$/)
  const statuses = await statusesOf(Array.from({ length: 20 }, () => labels(ana)))
  assert.equal(admitted(statuses), 9)
  const refused = await labels(ana)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.ok(Number(refused.headers['retry-after']) >= 1)
  assert.equal((await send('GET', '/api/session', undefined, { cookie: ana.cookie })).status, 429)
  const stream = await raw(url, 'GET', `/api/live?account_id=${account_id}`, { headers: ['cookie', ana.cookie] })
  assert.equal(stream.status, 429)
})

test('Two sessions of one person share the limit; another person has their own', async () => {
  const [ana, luz] = [await enter('Ana'), await enter('Luz')]
  await sql`update sessions set user_id = ${ana.id} where user_id = ${luz.id}`
  const statuses = await statusesOf(Array.from({ length: 20 }, (_, i) => labels(i % 2 ? ana : luz)))
  assert.equal(admitted(statuses), 10)
  assert.equal((await labels(await enter('Sol'))).status, 200)
})

test('Each read of a batch counts, and a refused batch runs nothing', async () => {
  const ana = await enter('Ana')
  assert.equal((await batch(ana, 8)).status, 200)
  assert.equal((await batch(ana, 3)).status, 429)
  assert.equal((await batch(ana, 2)).status, 200)
  assert.equal((await labels(ana)).status, 429)
})

test('The people of one workspace share a limit, and another workspace does not notice', async () => {
  const [ana, luz] = [await enter('Ana'), await enter('Luz')]
  const statuses = await statusesOf(Array.from({ length: 20 }, (_, i) => labels(i % 2 ? ana : luz)))
  assert.equal(admitted(statuses), 14)
  const other = await addAccount()
  const sol = await enter('Sol', 'agent', other.account_id)
  assert.equal((await labels(sol, other.account_id)).status, 200)
})

test('Calls with the id of somebody else’s workspace do not use up its limit', async () => {
  const other = await addAccount()
  const ana = await enter('Ana')
  assert.equal((await labels(ana, other.account_id)).status, 404)
  const subjects = await sql<{ subject: string }>`select subject from rate_windows where subject like 'pe%'`
  assert.deepEqual(
    subjects.map(({ subject }) => subject),
    [`person:${ana.id}`],
  )
})
