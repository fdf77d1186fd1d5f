import assert from 'node:assert/strict'
import { test } from 'node:test'
import { regenerateClassicToken } from '#domains/access/setup.ts'
import { openClassicNode } from '#test/classic.ts'

const { node, rest, ask, classic, ok, key, token, tokenOf, account_id, addAccount, sql } = await openClassicNode({
  HILO_CLASSIC_IP_LIMIT: '300',
})
const { secret } = node.runtime
const path = `/api/v1/accounts/${account_id}/labels`

test('the account token opens the classic routes, by either spelling of its header, beside any other', async () => {
  for (const header of ['api_access_token', 'Api-Access-Token', 'API_ACCESS_TOKEN']) {
    assert.equal((await ask('GET', path, undefined, { [header]: token })).status, 200)
  }
  const both = { api_access_token: token, authorization: `Bearer ${token}` }
  assert.equal((await ask('GET', path, undefined, both)).status, 200)
})

test('without the token, with another account’s, or with an API key nobody gets in', async () => {
  const other = await addAccount()
  for (const [given, error] of [
    ['', 'Invalid Access Token'],
    ['wrong', 'Invalid Access Token'],
    [key, 'Invalid Access Token'],
    [await tokenOf(other.account_id), 'You are not authorized to access this account'],
  ] as const) {
    const { status, body } = await classic('GET', '/labels', undefined, { token: given })
    assert.equal(status, 401)
    assert.equal(body.error, error)
  }
  assert.equal((await ask('GET', path, undefined, { authorization: `Bearer ${key}` })).status, 401)
  assert.equal((await rest('GET', '/contacts', { key: token })).status, 401)
})

test('regenerating the token kills the old one at once', async () => {
  const { account_id: account } = await addAccount()
  const old = await tokenOf(account)
  const fresh = await regenerateClassicToken(sql, secret, account)
  assert.equal((await classic('GET', '/labels', undefined, { account, token: old })).status, 401)
  assert.equal((await classic('GET', '/labels', undefined, { account, token: fresh })).status, 200)
})

test('who calls is told by the profile, for which no account need be named', async () => {
  const { status, body } = await ask('GET', '/api/v1/profile', undefined, { api_access_token: token })
  assert.equal(status, 200)
  assert.equal(body.account_id, Number(account_id))
  assert.equal(body.name, 'Prueba')
  assert.equal(body.role, 'administrator')
  assert.deepEqual(
    body.accounts.map(({ id, name, role }: { id: number; name: string; role: string }) => [id, name, role]),
    [[Number(account_id), 'Prueba', 'administrator']],
  )
  const refused = await ask('GET', '/api/v1/profile', undefined, { api_access_token: 'wrong' })
  assert.equal(refused.status, 401)
  assert.equal(refused.body.error, 'Invalid Access Token')
})

test('what there is not is missing in the words of classic clients, be it a route or a record', async () => {
  for (const missing of ['/contacts/999999', '/contacts/abc', '/nothing', '/conversations/5/nothing']) {
    const { status, body } = await classic('GET', missing)
    assert.equal(status, 404, missing)
    assert.equal(body.error, 'Resource could not be found', missing)
  }
  assert.equal((await classic('GET', '/nothing', undefined, { token: 'wrong' })).status, 401)
})

test('a value at fault is named, other refusals are only said, and a broken body is none', async () => {
  await ok('POST', '/labels', { title: 'vip' })
  const taken = await classic('POST', '/labels', { title: 'VIP' })
  assert.equal(taken.status, 422)
  assert.deepEqual(taken.body.attributes, ['title'])
  assert.match(taken.body.message, /already in use/)
  const blank = await classic('GET', '/contacts/search')
  assert.equal(blank.status, 422)
  assert.equal(blank.body.error, 'Specify search string with parameter q')
  assert.equal(blank.body.attributes, undefined)
  const broken = await fetch(`${node.runtime.config.base_url}${path}`, {
    method: 'POST',
    body: '{"title":',
    headers: { api_access_token: token, 'content-type': 'application/json' },
  })
  assert.equal(broken.status, 400)
  assert.ok(((await broken.json()) as { error: string }).error)
})

test('a slash at the end of an address, and fields nobody knows, are no matter', async () => {
  const { status, body } = await classic('POST', '/labels/', { label: { title: 'nueva', shade: 'green' }, extra: 1 })
  assert.equal(status, 200)
  assert.equal(body.title, 'nueva')
})

test('an address has 300 classic requests in a minute, and is then told when to come back', async () => {
  await sql`delete from rate_windows`
  const calls = await Promise.all(Array.from({ length: 320 }, () => classic('GET', '/webhooks')))
  const refused = calls.filter(({ status }) => status === 429)
  assert.equal(refused.length, 20)
  assert.ok(refused[0]!.body.error)
  const wait = Number(refused[0]!.headers.get('retry-after'))
  assert.ok(wait >= 1 && wait <= 61)
})
