import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const PLATFORM = 'a-token-of-the-operator'
const { ask, url, sql, token, account_id, user } = await openClassicNode({ HILO_PLATFORM_TOKEN: PLATFORM })

const platform = (method: string, path: string, body?: unknown, api_access_token = PLATFORM) =>
  ask(method, `/platform/api/v1${path}`, body, { api_access_token })
const done = async (method: string, path: string, body?: unknown): Promise<Loose> => {
  const answer = await platform(method, path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
let made = 0
const person = () =>
  done('POST', '/users', { name: 'Rita', email: `rita${++made}@example.com`, password: 'muy secreta 123' })

describe('The platform API', () => {
  test('makes an account, a person and their membership, whose token then opens that account only', async () => {
    const account = await done('POST', '/accounts', { name: 'Cliente nuevo', locale: 'pt_BR' })
    assert.deepEqual([typeof account.id, account.name], ['number', 'Cliente nuevo'])
    const rita = await person()
    assert.deepEqual([typeof rita.id, rita.name, typeof rita.access_token], ['number', 'Rita', 'string'])
    const members = `/accounts/${account.id}/account_users`
    const member = await done('POST', members, { user_id: rita.id, role: 'administrator' })
    assert.deepEqual(member, { account_id: account.id, user_id: rita.id, role: 'administrator' })
    assert.deepEqual(await done('GET', members), [member])
    const headers = { api_access_token: rita.access_token }
    const base = `/api/v1/accounts/${account.id}`
    const inbox = await ask(
      'POST',
      `${base}/inboxes/`,
      { name: 'Bot', channel: { type: 'api', website_url: '' } },
      headers,
    )
    assert.equal(inbox.status, 200, inbox.text)
    const contact = { inbox_id: inbox.body.id, name: 'EvolutionAPI', phone_number: '+123456' }
    assert.equal((await ask('POST', `${base}/contacts/`, contact, headers)).status, 200)
    assert.equal((await ask('GET', `/api/v1/accounts/${account_id}/inboxes`, undefined, headers)).status, 401)
    const profile = await ask('GET', '/api/v1/profile', undefined, headers)
    assert.deepEqual([profile.body.id, profile.body.name], [rita.id, 'Rita'])
    await done('DELETE', members, { user_id: rita.id })
    assert.equal((await ask('GET', `${base}/inboxes`, undefined, headers)).status, 401)
  })

  test('answers a known e-mail with that person, and changes people', async () => {
    const first = await person()
    const again = await done('POST', '/users', { name: 'Otra', email: first.email, password: 'otra secreta 123' })
    assert.deepEqual(again, first)
    assert.deepEqual(await done('GET', `/users/${first.id}`), first)
    const changed = await done('PATCH', `/users/${first.id}`, { name: 'Rita Sol' })
    assert.deepEqual([changed.name, changed.access_token], ['Rita Sol', first.access_token])
    assert.equal((await platform('POST', '/users', { name: 'X', email: 'x' })).status, 422)
    assert.equal((await platform('GET', '/users/999999')).status, 404)
  })

  test('makes links that sign in once', async () => {
    const rita = await person()
    await done('POST', `/accounts/${account_id}/account_users`, { user_id: rita.id, role: 'agent' })
    const link = await done('GET', `/users/${rita.id}/login`)
    const open = () => fetch(link.url.replace(/^https?:\/\/[^/]+/, url), { redirect: 'manual' })
    const first = await open()
    assert.deepEqual([first.status, first.headers.get('location')], [302, '/app'])
    const cookie = first.headers
      .getSetCookie()
      .find((each) => each.includes('sid='))!
      .split(';')[0]!
    const session = await ask('GET', '/api/session', undefined, { cookie })
    assert.equal(session.body.user.email, rita.email)
    const second = await open()
    assert.deepEqual([second.status, second.headers.getSetCookie()], [404, []])
  })

  test('refuses wrong tokens, those of accounts too, and super-administrators are out of reach', async () => {
    for (const wrong of ['', 'wrong', token]) {
      const answer = await platform('POST', '/accounts', { name: 'No' }, wrong)
      assert.deepEqual([answer.status, typeof answer.body.error], [401, 'string'])
    }
    assert.equal(
      (await ask('GET', `/api/v1/accounts/${account_id}/inboxes`, undefined, { api_access_token: PLATFORM })).status,
      401,
    )
    await sql`update users set super_administrator = true where id = ${user.id}`
    assert.equal((await platform('GET', `/users/${user.id}`)).status, 404)
    assert.equal((await platform('GET', `/users/${user.id}/login`)).status, 404)
    assert.equal((await platform('POST', '/users', { name: 'X', email: user.email })).status, 422)
  })
})
