import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announceAccessChange } from '#db/access-changes.ts'
import { regenerateClassicToken } from '#domains/access/setup/provision.ts'
import { openClassicNode } from '#test/classic.ts'

const { node, rest, ask, classic, ok, key, token, tokenOf, account_id, addAccount, sql } = await openClassicNode({
  HILO_CLASSIC_IP_LIMIT: '3000',
  HILO_CLASSIC_ACCOUNT_LIMIT: '3000',
})
const { secret } = node.runtime
const path = `/api/v1/accounts/${account_id}/labels`

test('The account token is accepted by either spelling of its header', async () => {
  for (const header of ['api_access_token', 'Api-Access-Token', 'API_ACCESS_TOKEN']) {
    assert.equal((await ask('GET', path, undefined, { [header]: token })).status, 200)
  }
  const both = { api_access_token: token, authorization: `Bearer ${token}` }
  assert.equal((await ask('GET', path, undefined, both)).status, 200)
})

test('A missing token, another account’s token and an API key are refused', async () => {
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

test('Regenerating the token revokes the old one at once', async () => {
  const { account_id: account } = await addAccount()
  const old = await tokenOf(account)
  const fresh = await regenerateClassicToken(sql, secret, account)
  assert.equal((await classic('GET', '/labels', undefined, { account, token: old })).status, 401)
  assert.equal((await classic('GET', '/labels', undefined, { account, token: fresh })).status, 200)
})

test('The profile describes the caller without naming an account', async () => {
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

test('Unknown routes and missing records get the classic 404', async () => {
  for (const missing of ['/contacts/999999', '/contacts/abc', '/nothing', '/conversations/5/nothing']) {
    const { status, body } = await classic('GET', missing)
    assert.equal(status, 404, missing)
    assert.equal(body.error, 'Resource could not be found', missing)
  }
  assert.equal((await classic('GET', '/nothing', undefined, { token: 'wrong' })).status, 401)
})

test('Invalid values are named, and other refusals carry a message', async () => {
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

test('Trailing slashes and unknown fields are accepted', async () => {
  const { status, body } = await classic('POST', '/labels/', { label: { title: 'nueva', shade: 'green' }, extra: 1 })
  assert.equal(status, 200)
  assert.equal(body.title, 'nueva')
})

test('Address and account have 3,000 classic requests a minute each, apart from the keys of the account', async () => {
  const { headers } = await classic('GET', '/webhooks')
  assert.equal(headers.get('ratelimit-policy'), '"ip";q=3000;w=60, "account";q=3000;w=60')
  const windows = await sql<{ subject: string }>`select subject from rate_windows where subject like '%account:%'`
  assert.ok(windows.some(({ subject }) => subject === `classic-account:${account_id}`))
  assert.ok(!windows.some(({ subject }) => subject === `account:${account_id}`))
})

test('A call waits a moment where its address has used its limit and the account has room', async () => {
  await use('classic:', 3000, 59)
  assert.equal((await classic('GET', '/webhooks')).status, 200)
  for (const [subject, age] of [
    ['classic:', 5],
    ['classic-account:', 59],
  ] as const) {
    await use(subject, 3000, age)
    const { status, body, headers } = await classic('GET', '/webhooks')
    assert.equal(status, 429, subject)
    assert.ok(body.error)
    assert.ok(Number(headers.get('retry-after')) >= 1)
  }
  await sql`delete from rate_windows`
})

/** Makes it so that the subjects made this many calls, all of them some seconds ago. */
async function use(subject: string, calls: number, age: number): Promise<void> {
  // Calls granted ahead to this node would be admitted without a look at the table.
  announceAccessChange()
  await sql`delete from rate_windows`
  await classic('GET', '/webhooks')
  await sql`
    update rate_windows w set latest = at, used = ${calls}, slots = array(
        select case when n = at % 61 + 1 then ${calls}::int else 0 end from generate_series(1, 61) n)
      from (select floor(extract(epoch from now()))::bigint - ${age}::int as at) x where w.subject like ${`${subject}%`}`
}
