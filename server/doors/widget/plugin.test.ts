import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueVisitorToken, readVisitorToken } from '#domains/access/public/visitors.ts'
import { openNode } from '#test/node.ts'

const { node, rest, key, sql, url } = await openNode()
const { secret } = node.runtime

type Inbox = { id: string; token: string }
type Session = { token: string; settings: Record<string, unknown>; locale: string; inbox_name: string }

async function makeInbox(settings: object = {}, channel = 'web_widget'): Promise<Inbox> {
  const body = { name: 'Tienda', channel, settings }
  const made = await rest<Inbox>('POST', '/inboxes', { key, body })
  assert.equal(made.status, 201, made.text)
  return made.body
}
const startSession = (inbox: string, token?: string) =>
  rest<Session>('POST', '/widget/session', { body: { inbox, ...(token && { token }) } })

const inbox = await makeInbox({ color: '#0f766e', greeting_title: 'Hola' })

test('Opening the chat gives a token and settings, and creates no contact', async () => {
  const { status, body } = await startSession(inbox.token)
  assert.equal(status, 200)
  assert.deepEqual(
    { ...body, token: '' },
    {
      token: '',
      settings: {
        color: '#0f766e',
        greeting_title: 'Hola',
        greeting_message: '',
        locale: 'es',
        position: 'right',
        allowed_domains: [],
        pre_chat: false,
        identity_verification: 'optional',
      },
      locale: 'es',
      inbox_name: 'Tienda',
    },
  )
  assert.equal(readVisitorToken(secret, body.token)?.verified, false)
  assert.deepEqual(await sql`select from contacts`, [])
})

test('A returning visitor keeps their identity; a token of another inbox is not accepted', async () => {
  const first = (await startSession(inbox.token)).body.token
  const again = (await startSession(inbox.token, first)).body.token
  const who = (token: string) => readVisitorToken(secret, token)?.source_id
  assert.equal(who(again), who(first))
  const other = await makeInbox()
  for (const token of [first, 'v1.broken.token']) {
    assert.notEqual(who((await startSession(other.token, token)).body.token), who(first))
  }
})

test('Only live chat inboxes have a chat', async () => {
  const { token } = await makeInbox({}, 'api')
  for (const inbox of [token, 'nothing', '', "'", '../..']) {
    assert.equal((await startSession(inbox)).status, 404, inbox)
    assert.equal((await rest('GET', `/widget/config?inbox=${encodeURIComponent(inbox)}`)).status, 404, inbox)
    assert.equal((await fetch(`${url}/widget/panel?inbox=${encodeURIComponent(inbox)}`)).status, 404, inbox)
  }
  for (const body of [{}, { inbox: 7 }, { inbox: inbox.token, more: true }]) {
    const { status } = await rest('POST', '/widget/session', { body })
    assert.ok(status === 400 || status === 422)
  }
})

test('The look of the chat is given to allowed sites only', async () => {
  const { token } = await makeInbox({ allowed_domains: ['tienda.example', '*.tienda.example'], position: 'left' })
  const from = (headers: Record<string, string>) => rest('GET', `/widget/config?inbox=${token}`, { headers })
  const { status, body, headers } = await from({ origin: 'https://tienda.example' })
  assert.equal(status, 200)
  assert.deepEqual(body, { color: '#4349bb', position: 'left', greeting_title: '', locale: 'es' })
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.equal((await from({ referer: 'https://www.tienda.example/producto' })).status, 200)
  assert.equal((await from({ origin: url })).status, 200)
  for (const headers of [{ origin: 'https://otra.example' }, { origin: 'null' }, {}] as Record<string, string>[]) {
    const refused = await from(headers)
    assert.equal(refused.status, 403)
    assert.equal(refused.body.code, 'permission_denied')
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
  }
})

test('The panel may be framed by allowed sites only and runs no foreign scripts', async () => {
  const { token } = await makeInbox({ allowed_domains: ['tienda.example'] })
  const policy = async (inbox: string) =>
    (await fetch(`${url}/widget/panel?inbox=${inbox}`)).headers.get('content-security-policy')!
  assert.match(await policy(token), /frame-ancestors 'self' http:\/\/tienda\.example:\*;/)
  assert.match(
    await policy(inbox.token),
    /^default-src 'self';.*frame-ancestors \*;.*object-src 'none'; base-uri 'none'/,
  )
})

test('A visitor’s token opens their chat and nothing else; an API key does not open a chat', async () => {
  const { token } = (await startSession(inbox.token)).body
  assert.equal((await rest('GET', '/widget/chat', { key: token })).status, 200)
  for (const path of ['/me', '/contacts', '/conversations', '/inboxes', '/live']) {
    assert.equal((await rest('GET', path, { key: token })).status, 401, path)
  }
  const { status, body } = await rest('GET', '/widget/chat', { key })
  assert.deepEqual([status, body.code], [401, 'unauthenticated'])
  for (const authorization of [
    '',
    'Bearer',
    `Bearer ${token}x`,
    `Basic ${token}`,
    `Bearer ${token}, Bearer ${token}`,
  ]) {
    assert.equal((await rest('GET', '/widget/chat', { headers: { authorization } })).status, 401, authorization)
  }
})

test('A visitor of a deleted inbox is refused', async () => {
  const { id, token: named } = await makeInbox()
  const { token } = (await startSession(named)).body
  await rest('DELETE', `/inboxes/${id}`, { key })
  assert.equal((await rest('GET', '/widget/chat', { key: token })).status, 401)
  assert.equal((await startSession(named, token)).status, 404)
})

test('No other site may call as the visitor', async () => {
  const { token } = (await startSession(inbox.token)).body
  const answer = await rest('GET', '/widget/chat', { key: token, headers: { origin: 'https://tienda.example' } })
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})

test('A visitor’s call repeated with an idempotency key happens once, and its answer is theirs alone', async () => {
  const [ana, luis] = [(await startSession(inbox.token)).body.token, (await startSession(inbox.token)).body.token]
  const headers = { 'idempotency-key': 'la-misma' }
  const say = (token: string, client_id: string) =>
    rest<{ id: string }>('POST', '/widget/messages', { key: token, headers, body: { client_id, content: 'Hola' } })
  const [first, again] = [await say(ana, 'uno'), await say(ana, 'uno')]
  assert.equal(first.status, 201, first.text)
  assert.deepEqual([again.status, again.body.id], [201, first.body.id])
  const other = await say(luis, 'uno')
  assert.equal(other.status, 201, other.text)
  assert.notEqual(other.body.id, first.body.id)
})

test('A visitor may send thirty messages a minute without affecting others', async () => {
  const [ana, luis] = [(await startSession(inbox.token)).body.token, (await startSession(inbox.token)).body.token]
  const say = (token: string, client_id: string) =>
    rest('POST', '/widget/messages', { key: token, body: { client_id, content: 'Hola' } })
  const answers = []
  for (let i = 0; i < 31; i++) answers.push(await say(ana, `mensaje-${i}`))
  const refused = answers.find(({ status }) => status === 429)
  assert.equal(answers.filter(({ status }) => status === 201).length, 30)
  assert.ok(Number(refused?.headers.get('retry-after')) > 0)
  assert.equal((await say(luis, 'uno')).status, 201)
})

test('An IP address may start sixty sessions a minute', async () => {
  const token = issueVisitorToken(secret, { account_id: '1', inbox_id: '1', source_id: 'x', verified: false })
  let last = 200
  for (let i = 0; i < 61 && last !== 429; i++) last = (await startSession(inbox.token, token)).status
  assert.equal(last, 429)
})
