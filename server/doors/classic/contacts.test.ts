import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readClassicToken, regenerateClassicToken } from '#domains/access/setup.ts'
import { openNode } from '#test/node.ts'

const { node, rest, key, account_id, addAccount, sql } = await openNode({
  HILO_ACCOUNT_LIMIT: '5000',
  HILO_KEY_LIMIT: '5000',
})
const { secret } = node.runtime
const token = await readClassicToken(sql, secret, account_id)
const made = await rest<{ id: string }>('POST', '/contacts', {
  key,
  body: { name: 'Íngrid Peña', phone_number: '+573001234567', city: 'Bogotá', custom_attributes: { plan: 'oro' } },
})
const contact_id = made.body.id
const path = `/api/v1/accounts/${account_id}/contacts/${contact_id}`

type Payload = {
  payload: { id: number; custom_attributes: Record<string, unknown>; additional_attributes: object; created_at: number }
}
const classic = <T = Payload>(
  method: string,
  url: string,
  body?: unknown,
  header = 'api_access_token',
  with_token = token,
) =>
  rest<T & { error?: string; message?: string; attributes?: string[] }>(method, url, {
    ...(body !== undefined && { body }),
    headers: { [header]: with_token },
  })

test('the account token opens the classic routes, by either spelling of its header', async () => {
  for (const header of ['api_access_token', 'Api-Access-Token']) {
    const { status, body } = await classic('GET', path, undefined, header)
    assert.equal(status, 200)
    assert.equal(body.payload.id, Number(contact_id))
    assert.deepEqual(body.payload.additional_attributes, { city: 'Bogotá' })
    assert.ok(Number.isInteger(body.payload.created_at))
  }
})

test('custom attributes sent are merged with those there, and parallel updates lose none', async () => {
  const updates = Array.from({ length: 10 }, (_, i) =>
    classic('PATCH', path, { custom_attributes: { [`key_${i}`]: i } }),
  )
  assert.deepEqual(new Set((await Promise.all(updates)).map(({ status }) => status)), new Set([200]))
  const { body } = await classic('PUT', path, { contact: { custom_attributes: { last: true } } })
  const expected = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`key_${i}`, i]))
  assert.deepEqual(body.payload.custom_attributes, { plan: 'oro', ...expected, last: true })
})

test('labels are replaced as a whole, and those the workspace lacks are made', async () => {
  const set = await classic<{ payload: string[] }>('POST', `${path}/labels`, { labels: ['vip', 'nueva'] })
  assert.deepEqual(set.body.payload, ['nueva', 'vip'])
  const again = await classic<{ payload: string[] }>('POST', `${path}/labels`, { labels: ['VIP'] })
  assert.deepEqual(again.body.payload, ['vip'])
  const read = await classic<{ payload: string[] }>('GET', `${path}/labels`)
  assert.deepEqual(read.body.payload, ['vip'])
  const labels = await rest<{ items: { title: string }[] }>('GET', '/labels', { key })
  assert.deepEqual(
    labels.body.items.map(({ title }) => title),
    ['nueva', 'vip'],
  )
})

test('refusals have the shape classic clients read', async () => {
  const other = await rest<{ id: string }>('POST', '/contacts', {
    key,
    body: { name: 'Otra', email: 'otra@example.com' },
  })
  const taken = await classic('PATCH', `/api/v1/accounts/${account_id}/contacts/${other.body.id}`, {
    phone_number: '+573001234567',
  })
  assert.equal(taken.status, 422)
  assert.deepEqual(taken.body.attributes, ['phone_number'])
  assert.ok(taken.body.message)
  for (const missing of ['999999', 'abc']) {
    const { status, body } = await classic('GET', `/api/v1/accounts/${account_id}/contacts/${missing}`)
    assert.equal(status, 404)
    assert.equal(body.error, 'Resource could not be found')
  }
})

test('without the token, with another account’s, or with an API key nobody gets in', async () => {
  const other = await addAccount()
  const theirs = await readClassicToken(sql, secret, other.account_id)
  for (const [given, error] of [
    ['', 'Invalid Access Token'],
    ['wrong', 'Invalid Access Token'],
    [key, 'Invalid Access Token'],
    [theirs, 'You are not authorized to access this account'],
  ] as const) {
    const { status, body } = await classic('GET', path, undefined, 'api_access_token', given)
    assert.equal(status, 401)
    assert.equal(body.error, error)
  }
  const bearer = await rest('GET', path, { key })
  assert.equal(bearer.status, 401)
  const reversed = await rest('GET', '/contacts', { key: token })
  assert.equal(reversed.status, 401)
})

test('regenerating the token kills the old one at once', async () => {
  const other = await addAccount()
  const old = await readClassicToken(sql, secret, other.account_id)
  const fresh = await regenerateClassicToken(sql, secret, other.account_id)
  const { body } = await rest<{ id: string }>('POST', '/contacts', {
    key: other.key,
    body: { name: 'X', email: 'x@example.com' },
  })
  const url = `/api/v1/accounts/${other.account_id}/contacts/${body.id}`
  assert.equal((await classic('GET', url, undefined, 'api_access_token', old)).status, 401)
  assert.equal((await classic('GET', url, undefined, 'api_access_token', fresh)).status, 200)
})

test('an address has 300 classic requests in a minute, and is then told when to come back', async () => {
  await sql`delete from rate_windows`
  const calls = await Promise.all(Array.from({ length: 320 }, () => classic('GET', `${path}/labels`)))
  const refused = calls.filter(({ status }) => status === 429)
  assert.equal(refused.length, 20)
  const wait = Number(refused[0]!.headers.get('retry-after'))
  assert.ok(wait >= 1 && wait <= 61)
})
