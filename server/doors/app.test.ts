import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { createUser } from '#domains/access/setup.ts'
import { openNode, PASSWORD, spawnNode } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'

const { url, sql, user, account_id, addAccount, makeUser, key, connection, rest } = await openNode({
  HILO_TRUST_PROXY: '1',
})
let addresses = 0

// Each test begins with all its attempts.
beforeEach(() => sql`delete from rate_windows`)

test('who signs in is told who they are and which workspaces they have', async () => {
  const answer = await signIn(user.email)
  assert.equal(answer.status, 200)
  const { user: person, accounts } = answer.body as unknown as SignedIn
  assert.deepEqual(person, { id: user.id, name: user.name, email: user.email, super_administrator: false })
  assert.deepEqual(
    accounts.map(({ id, role, visibility }) => ({ id, role, visibility })),
    [{ id: account_id, role: 'administrator', visibility: 'all' }],
  )
  const session = await raw(url, 'GET', '/api/session', { headers: ['cookie', cookieOf(answer)] })
  assert.deepEqual(session.body, answer.body)
})

test('an e-mail address may be written in any case, with space around it', async () => {
  assert.equal((await signIn(` ${user.email.toUpperCase()} `)).status, 200)
})

test('over plain http the cookie is kept from scripts and other sites, and to this host', async () => {
  const cookie = (await signIn(user.email)).headers['set-cookie']!
  const [pair, ...attributes] = cookie.split('; ')
  assert.match(pair!, /^sid=[\w-]{43}$/)
  assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=5184000', 'Path=/', 'SameSite=Lax'])
})

test('over https the cookie is bound to the host and to encrypted connections', async () => {
  const secure = await spawnNode(connection, { BASE_URL: 'https://hilo.example' })
  const headers = ['content-type', 'application/json', 'sec-fetch-site', 'same-origin']
  const body = JSON.stringify({ email: user.email, password: PASSWORD })
  const answer = await raw(secure.url, 'POST', '/api/session', { headers, body })
  const [pair, ...attributes] = answer.headers['set-cookie']!.split('; ')
  assert.match(pair!, /^__Host-sid=[\w-]{43}$/)
  assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=5184000', 'Path=/', 'SameSite=Lax', 'Secure'])
  const session = (cookie: string) => raw(secure.url, 'GET', '/api/session', { headers: ['cookie', cookie] })
  assert.equal((await session(pair!)).status, 200)
  assert.equal((await session(pair!.replace('__Host-sid', 'sid'))).status, 401, 'a cookie anyone could plant')
})

test('the database keeps a digest of the session, never the session', async () => {
  const token = cookieOf(await signIn(user.email)).slice(4)
  const [row] = await sql`
    select hash, ip, user_agent, extract(day from expires_at - now())::int as days from sessions order by created_at desc limit 1`
  assert.deepEqual(row?.hash, createHash('sha256').update(token).digest())
  assert.equal(row?.user_agent, 'test')
  assert.equal(row?.days, 13)
})

test('a wrong password, an unknown address and a closed account get the same answer', async () => {
  const closed = await makeUser('agent')
  await sql`update users set disabled_at = now() where id = ${closed.id}`
  const keyless = await createUser(sql, { account_id, name: 'API', email: 'api@example.com', role: 'agent' })
  const answers = [
    await signIn(user.email, 'wrong password'),
    await signIn('nobody@example.com'),
    await signIn('not an address'),
    await signIn(closed.email),
    await signIn(keyless.email),
    await signIn(keyless.email, ''),
  ]
  const shown = ({ status, body, headers }: Answer) => ({
    status,
    body: { ...body, request_id: '' },
    cookie: headers['set-cookie'],
  })
  for (const each of answers) assert.deepEqual(shown(each), shown(answers[0]!))
  assert.equal(answers[0]!.body.code, 'unauthenticated')
  assert.equal(answers[0]!.headers['set-cookie'], undefined)
})

test('who does not exist is refused as slowly as who does', async () => {
  const time = async (email: string) => {
    const begun = performance.now()
    await signIn(email, 'wrong password')
    return performance.now() - begun
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let i = 0; i < 6; i++) {
    known.push(await time((await makeUser('agent')).email))
    unknown.push(await time(`nobody.${i}@example.com`))
  }
  // The quickest of each: whatever else the machine does only adds to them.
  const [one, other] = [Math.min(...unknown), Math.min(...known)]
  assert.ok(one > other / 2, `${one} and ${other} ms`)
})

test('an address may try five times in five minutes, with whatever e-mail and even with the right password', async () => {
  const ip = address()
  for (let i = 0; i < 5; i++) assert.equal((await signIn(`someone.${i}@example.com`, 'guess', { ip })).status, 401)
  const { email } = await makeUser('agent')
  const refused = await signIn(email, PASSWORD, { ip })
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.ok(Number(refused.headers['retry-after']) > 280 && Number(refused.headers['retry-after']) <= 305)
  assert.equal(refused.headers['set-cookie'], undefined)
  assert.equal((await signIn(email)).status, 200, 'from elsewhere it works')
})

test('who writes addresses of others before their own gains no more tries', async () => {
  const own = address()
  for (let i = 0; i < 5; i++) await signIn(`someone.${i}@example.com`, 'guess', { ip: `${address()}, ${own}` })
  assert.equal((await signIn(user.email, PASSWORD, { ip: `${address()}, ${own}` })).status, 429)
})

test('an e-mail may be tried ten times in fifteen minutes, from wherever and however written', async () => {
  const { email } = await makeUser('agent')
  for (let i = 0; i < 10; i++) {
    const written = i % 2 ? email.toUpperCase() : ` ${email}`
    assert.equal((await signIn(written, 'guess')).status, 401)
  }
  const refused = await signIn(email)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.ok(Number(refused.headers['retry-after']) > 880 && Number(refused.headers['retry-after']) <= 915)
  assert.equal((await signIn(user.email)).status, 200, 'others are not affected')
})

test('a session that came along is never kept: the one before ends, and a planted one is not taken up', async () => {
  const before = cookieOf(await signIn(user.email))
  const after = cookieOf(await signIn(user.email, PASSWORD, { headers: ['cookie', before] }))
  assert.notEqual(after, before)
  assert.equal((await visit(before)).status, 401)
  assert.equal((await visit(after)).status, 200)
  const planted = `sid=${'A'.repeat(43)}`
  const fresh = cookieOf(await signIn(user.email, PASSWORD, { headers: ['cookie', planted] }))
  assert.notEqual(fresh, planted)
  assert.equal((await visit(planted)).status, 401)
})

test('a wrong password does not end the session one has', async () => {
  const cookie = cookieOf(await signIn(user.email))
  await signIn(user.email, 'wrong password', { headers: ['cookie', cookie] })
  assert.equal((await visit(cookie)).status, 200)
})

test('who signs out is out, also with a copy of the cookie; other devices stay in', async () => {
  const [here, there] = [cookieOf(await signIn(user.email)), cookieOf(await signIn(user.email))]
  const answer = await raw(url, 'DELETE', '/api/session', { headers: ['cookie', here] })
  assert.equal(answer.status, 204)
  assert.match(answer.headers['set-cookie']!, /^sid=; .*Max-Age=0/)
  assert.equal((await visit(here)).status, 401)
  assert.equal((await visit(there)).status, 200)
  assert.equal((await raw(url, 'DELETE', '/api/session', { headers: ['cookie', here] })).status, 204, 'twice is fine')
})

test('a disabled user loses every session at once', async () => {
  const agent = await makeUser('agent')
  const cookie = cookieOf(await signIn(agent.email))
  assert.equal((await call('search_contacts', cookie)).status, 200)
  await sql`update users set disabled_at = now() where id = ${agent.id}`
  assert.equal((await visit(cookie)).status, 401)
  assert.equal((await call('search_contacts', cookie)).status, 401)
})

test('who left a workspace is out of it at once', async () => {
  const agent = await makeUser('agent')
  const cookie = cookieOf(await signIn(agent.email))
  await sql`delete from memberships where user_id = ${agent.id}`
  assert.equal((await call('search_contacts', cookie)).body.code, 'not_found')
  assert.deepEqual(((await visit(cookie)).body as unknown as SignedIn).accounts, [])
})

test('a session ends when its time is over; using it prolongs it, up to sixty days in all', async () => {
  const cookie = cookieOf(await signIn(user.email))
  const hash = createHash('sha256').update(cookie.slice(4)).digest()
  const left = async () => {
    const [row] = await sql<{ days: number }>`
      select extract(epoch from expires_at - now())::float8 / 86400 as days from sessions where hash = ${hash}`
    return Math.round(row!.days)
  }
  await sql`
    update sessions set last_seen_at = now() - interval '2 hours', expires_at = now() + interval '1 day' where hash = ${hash}`
  assert.equal((await visit(cookie)).status, 200)
  assert.equal(await left(), 14)
  await sql`
    update sessions set created_at = now() - interval '57 days', last_seen_at = now() - interval '2 hours' where hash = ${hash}`
  assert.equal((await visit(cookie)).status, 200)
  assert.equal(await left(), 3)
  await sql`update sessions set expires_at = now() where hash = ${hash}`
  assert.equal((await visit(cookie)).status, 401)
})

test('no cookie, or one that nobody was given, is nobody', async () => {
  for (const cookie of ['', 'sid=', 'sid=x', `sid=${'A'.repeat(43)}`, `other=${'A'.repeat(43)}`, `sid=${key}`]) {
    const answer = await visit(cookie)
    assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], cookie)
    assert.equal((await call('search_contacts', cookie)).status, 401)
  }
})

test('a request from another site is refused, and changes nothing', async () => {
  const cookie = cookieOf(await signIn(user.email))
  const foreign = [
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['sec-fetch-site', 'cross-site', 'origin', url],
    ['origin', 'https://evil.example'],
    ['origin', `${url}.evil.example`],
    ['origin', url.replace('http:', 'https:')],
    ['origin', url.replace(/\d+$/, '1')],
    ['origin', 'null'],
  ]
  for (const headers of foreign) {
    const name = `Ajena ${headers.join(' ')}`
    const answers = [
      await call('create_contact', cookie, { name, email: 'ajena@example.com' }, headers),
      await signIn(user.email, PASSWORD, { headers }),
      await raw(url, 'DELETE', '/api/session', { headers: ['cookie', cookie, ...headers] }),
    ]
    for (const each of answers) {
      assert.deepEqual([each.status, each.body.code], [403, 'permission_denied'], name)
      assert.equal(each.headers['set-cookie'], undefined)
    }
  }
  assert.deepEqual(await sql`select 1 from contacts where email = 'ajena@example.com'`, [])
  assert.equal((await visit(cookie)).status, 200)
})

test('our own pages, and programs that are no browser, may call', async () => {
  const cookie = cookieOf(await signIn(user.email))
  for (const headers of [
    [],
    ['sec-fetch-site', 'same-origin', 'origin', url],
    ['sec-fetch-site', 'none'],
    ['origin', url],
  ]) {
    assert.equal((await call('search_contacts', cookie, {}, headers)).status, 200, headers.join(' '))
  }
})

test('no other site may read an answer', async () => {
  const cookie = cookieOf(await signIn(user.email))
  const headers = ['cookie', cookie, 'origin', 'https://evil.example']
  const answer = await raw(url, 'GET', '/api/session', { headers })
  assert.equal(answer.headers['access-control-allow-origin'], undefined)
  const preflight = await raw(url, 'OPTIONS', '/api/app/search_contacts', {
    headers: [...headers, 'access-control-request-method', 'POST'],
  })
  assert.equal(preflight.headers['access-control-allow-origin'], undefined)
})

test('the workspace is named with each call, and must be one of the caller’s own', async () => {
  const other = await addAccount()
  const cookie = cookieOf(await signIn(user.email))
  await rest('POST', '/contacts', { key: other.key, body: { name: 'Ajeno', email: 'ajeno@example.com' } })
  for (const account of [other.account_id, '999999', '', '0', 'x', `${account_id} `.repeat(2), `${account_id},1`]) {
    const answer = await raw(url, 'POST', '/api/app/search_contacts', {
      headers: ['content-type', 'application/json', 'cookie', cookie, 'x-account-id', account],
      body: '{}',
    })
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], account)
  }
  const nameless = await raw(url, 'POST', '/api/app/search_contacts', { headers: ['cookie', cookie] })
  assert.equal(nameless.status, 404)
  const own = await call('search_contacts', cookie, { query: 'ajeno' })
  assert.deepEqual(own.body.items, [])
})

test('a person may belong to several workspaces, with the rights they have in each', async () => {
  const other = await addAccount()
  await createUser(sql, { account_id: other.account_id, name: user.name, email: user.email, role: 'agent' })
  const cookie = cookieOf(await signIn(user.email))
  assert.equal((await call('list_api_keys', cookie)).status, 200)
  const elsewhere = await call('list_api_keys', cookie, {}, [], other.account_id)
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'permission_denied'])
})

test('a session is not a key, and a key is not a session', async () => {
  const cookie = cookieOf(await signIn(user.email))
  assert.equal((await raw(url, 'GET', '/api/v1/contacts', { headers: ['cookie', cookie] })).status, 401)
  const bearer = ['authorization', `Bearer ${cookie.slice(4)}`]
  assert.equal((await raw(url, 'GET', '/api/v1/contacts', { headers: bearer })).status, 401)
  const withKey = ['authorization', `Bearer ${key}`, 'x-account-id', account_id]
  assert.equal((await raw(url, 'POST', '/api/app/search_contacts', { headers: withKey })).status, 401)
})

test('who acts through the web app is remembered as that person', async () => {
  const cookie = cookieOf(await signIn(user.email))
  const answer = await call('create_contact', cookie, { name: 'Web', email: 'web@example.com' })
  assert.equal(answer.status, 200)
  const [event] = await sql<{ actor: object }>`
    select actor from events where payload -> 'contact' ->> 'email' = 'web@example.com'`
  assert.deepEqual(event?.actor, { type: 'user', id: user.id, name: user.name })
})

test('credentials that are not two texts are refused without being tried', async () => {
  for (const body of [
    '{}',
    '{"email": "a@example.com"}',
    '{"email": {"$ne": 1}, "password": "x"}',
    '{"email": ["a@example.com"], "password": "x"}',
    '{"email": "a@example.com", "password": null}',
    `{"email": "a@example.com", "password": "${'x'.repeat(129)}"}`,
    `{"email": "${'x'.repeat(255)}", "password": "x"}`,
    '{"email": "a@example.com", "password": "x", "user_id": 1}',
    '[]',
    '"x"',
  ]) {
    const headers = ['content-type', 'application/json', 'x-forwarded-for', '10.9.9.9']
    const answer = await raw(url, 'POST', '/api/session', { headers, body })
    assert.ok([400, 422].includes(answer.status), `${body} ${answer.text}`)
  }
})

type SignedIn = { user: object; accounts: { id: string; role: string; visibility: string }[] }

test('what the app sends again with an idempotency key, because no answer came, happens once', async () => {
  const cookie = cookieOf(await signIn(user.email))
  const again = () => call('create_label', cookie, { title: 'una vez', color: '#112233' }, ['idempotency-key', 'k-1'])
  const [first, second] = [await again(), await again()]
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.deepEqual(second.body, first.body)
  const other = await call('create_label', cookie, { title: 'otra', color: '#112233' }, ['idempotency-key', 'k-1'])
  assert.equal((other.body as { code: string }).code, 'idempotency_key_reused')
})

/** An address nobody has tried from. */
function address(): string {
  return `10.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
}

function signIn(email: string, password = PASSWORD, { ip = address(), headers = [] as string[] } = {}) {
  const plain = ['content-type', 'application/json', 'user-agent', 'test', 'x-forwarded-for', ip]
  return raw(url, 'POST', '/api/session', {
    headers: [...plain, ...headers],
    body: JSON.stringify({ email, password }),
  })
}

/** `sid=…`, as the browser sends it back. */
function cookieOf(answer: Answer): string {
  assert.equal(answer.status, 200, answer.text)
  return answer.headers['set-cookie']!.split(';')[0]!
}

function visit(cookie: string): Promise<Answer> {
  return raw(url, 'GET', '/api/session', { headers: ['cookie', cookie] })
}

function call(operation: string, cookie: string, input = {}, more: string[] = [], account = account_id) {
  const headers = ['content-type', 'application/json', 'cookie', cookie, 'x-account-id', account, ...more]
  return raw(url, 'POST', `/api/app/${operation}`, { headers, body: JSON.stringify(input) })
}
