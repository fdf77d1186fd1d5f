import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'
import { spawnNode } from '#test/server-process.ts'

const { url, sql, user, account_id, addAccount, makeUser, key, connection, rest } = await openNode({
  HILO_TRUST_PROXY: '1',
})
let addresses = 0

// Each test starts with unused rate limits.
beforeEach(() => sql`delete from rate_windows`)

test('Signing in returns the person and their workspaces', async () => {
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

test('An e-mail address may be in any case, with spaces around it', async () => {
  assert.equal((await signIn(` ${user.email.toUpperCase()} `)).status, 200)
})

test('Over plain http the cookie is hidden from scripts and other sites, and bound to the host', async () => {
  const [session, device] = (await signIn(user.email)).headers['set-cookie']!.split(',')
  assert.match(session!, /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=5184000$/)
  assert.match(device!, /^device=[\w.-]{77}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
})

test('Over https the cookie is bound to the host, and browsers are told to use encrypted connections only', async () => {
  const secure = await spawnNode(connection, { BASE_URL: 'https://hilo.example' })
  const headers = ['content-type', 'application/json', 'sec-fetch-site', 'same-origin']
  const body = JSON.stringify({ email: user.email, password: PASSWORD })
  const answer = await raw(secure.url, 'POST', '/api/session', { headers, body })
  const cookies = answer.headers['set-cookie']!.split(',')
  assert.match(cookies[0]!, /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=5184000; Secure$/)
  assert.match(cookies[1]!, /^__Host-device=[\w.-]{77}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/)
  const [pair] = cookies[0]!.split('; ')
  const session = (cookie: string) => raw(secure.url, 'GET', '/api/session', { headers: ['cookie', cookie] })
  assert.equal((await session(pair!)).status, 200)
  assert.equal((await session(pair!.replace('__Host-sid', 'sid'))).status, 401, 'a cookie anyone could plant')
  for (const path of ['/api/session', '/healthz', '/nothing', '/%zz'])
    assert.equal(
      (await raw(secure.url, 'GET', path)).headers['strict-transport-security'],
      'max-age=31536000',
      `${path} by https`,
    )
  assert.equal((await raw(url, 'GET', '/healthz')).headers['strict-transport-security'], undefined)
})

test('The database stores a digest of the session token, never the token', async () => {
  const token = cookieOf(await signIn(user.email)).slice(4)
  const [row] = await sql`
    select hash, ip, user_agent, extract(day from expires_at - now())::int as days from sessions order by created_at desc limit 1`
  assert.deepEqual(row?.hash, createHash('sha256').update(token).digest())
  assert.equal(row?.user_agent, 'test')
  assert.equal(row?.days, 13)
})

test('A wrong password, an unknown e-mail and a disabled account get the same answer', async () => {
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

test('Signing in hashes the password for unknown people too, so that timing does not reveal who exists', async () => {
  const { email } = await makeUser('agent')
  let hashes = 0
  const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
  const countHashes = async (email: string) => {
    hashes = 0
    await signIn(email, 'wrong password')
    return hashes
  }
  assert.deepEqual([await countHashes(email), await countHashes('nobody@example.com')], [1, 1])
  hook.disable()
})

test('An IP address has five sign-in attempts in five minutes, even with the right password', async () => {
  const ip = address()
  for (let i = 0; i < 5; i++) assert.equal((await signIn(`someone.${i}@example.com`, 'guess', { ip })).status, 401)
  const { email } = await makeUser('agent')
  const refused = await signIn(email, PASSWORD, { ip })
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.ok(Number(refused.headers['retry-after']) > 280 && Number(refused.headers['retry-after']) <= 305)
  assert.equal(refused.headers['set-cookie'], undefined)
  assert.equal((await signIn(email)).status, 200, 'from elsewhere it works')
})

test('Forged forwarding headers give no additional attempts', async () => {
  const own = address()
  for (let i = 0; i < 5; i++) await signIn(`someone.${i}@example.com`, 'guess', { ip: `${address()}, ${own}` })
  assert.equal((await signIn(user.email, PASSWORD, { ip: `${address()}, ${own}` })).status, 429)
})

test('An e-mail has ten attempts in fifteen minutes, from any address and in any spelling', async () => {
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

test('Guessing from other addresses does not lock a person out of a browser in which they signed in before', async () => {
  const { email } = await makeUser('agent')
  const device = deviceOf(await signIn(email))
  for (let i = 0; i < 9; i++) assert.equal((await signIn(email, 'guess')).status, 401)
  assert.equal((await signIn(email)).status, 429, 'another browser waits')
  assert.equal((await signIn(email, PASSWORD, { headers: ['cookie', device] })).status, 200)
  const others = deviceOf(await signIn(user.email))
  const forged = device.replace(/.{3}$/, 'AAA')
  for (const cookie of [others, forged, 'device=', 'device=a.b.c'])
    assert.equal((await signIn(email, PASSWORD, { headers: ['cookie', cookie] })).status, 429, cookie)
})

test('A known browser has ten attempts of its own, and signs nobody in without the password', async () => {
  const { email } = await makeUser('agent')
  const device = deviceOf(await signIn(email))
  const attempt = (password: string) => signIn(email, password, { headers: ['cookie', device] })
  for (let i = 0; i < 10; i++) assert.equal((await attempt('guess')).status, 401)
  assert.equal((await attempt(PASSWORD)).status, 429)
  assert.equal((await signIn(email)).status, 200, 'from another browser it works')
})

test('An IPv6 network of 64 bits has the attempts of one address', async () => {
  for (let i = 0; i < 5; i++) await signIn(`someone.${i}@example.com`, 'guess', { ip: `2001:db8:7:7::${i}` })
  assert.equal((await signIn(user.email, PASSWORD, { ip: '2001:db8:7:7:aaaa::1' })).status, 429)
  assert.equal((await signIn(user.email, PASSWORD, { ip: '2001:db8:7:8::1' })).status, 200)
})

test('Guessing from other addresses does not keep a signed-in person from changing their password', async () => {
  const { email } = await makeUser('agent')
  const cookie = cookieOf(await signIn(email))
  for (let i = 0; i < 10; i++) await signIn(email, 'guess')
  const changed = await call('change_password', cookie, { current_password: PASSWORD, password: 'another long one' })
  assert.equal(changed.status, 200, changed.text)
})

test('Signing in ends the previous session and never adopts a planted one', async () => {
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

test('A wrong password does not end the current session', async () => {
  const cookie = cookieOf(await signIn(user.email))
  await signIn(user.email, 'wrong password', { headers: ['cookie', cookie] })
  assert.equal((await visit(cookie)).status, 200)
})

test('Signing out also invalidates copies of the cookie; other devices stay signed in', async () => {
  const [here, there] = [cookieOf(await signIn(user.email)), cookieOf(await signIn(user.email))]
  const answer = await raw(url, 'DELETE', '/api/session', { headers: ['cookie', here] })
  assert.equal(answer.status, 204)
  assert.match(answer.headers['set-cookie']!, /^sid=; .*Max-Age=0/)
  assert.equal((await visit(here)).status, 401)
  assert.equal((await visit(there)).status, 200)
  assert.equal((await raw(url, 'DELETE', '/api/session', { headers: ['cookie', here] })).status, 204, 'twice is fine')
})

test('A disabled user loses every session at once', async () => {
  const agent = await makeUser('agent')
  const cookie = cookieOf(await signIn(agent.email))
  assert.equal((await call('search_contacts', cookie)).status, 200)
  await sql`update users set disabled_at = now() where id = ${agent.id}`
  assert.equal((await visit(cookie)).status, 401)
  assert.equal((await call('search_contacts', cookie)).status, 401)
})

test('A removed member loses access to the workspace at once', async () => {
  const agent = await makeUser('agent')
  const cookie = cookieOf(await signIn(agent.email))
  await sql`delete from memberships where user_id = ${agent.id}`
  assert.equal((await call('search_contacts', cookie)).body.code, 'not_found')
  assert.deepEqual(((await visit(cookie)).body as unknown as SignedIn).accounts, [])
})

test('A session expires; using it extends it, up to sixty days in total', async () => {
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
  await sql`update sessions set expires_at = now() - interval '1 second' where hash = ${hash}`
  assert.equal((await visit(cookie)).status, 401)
})

test('A missing or invented cookie is refused', async () => {
  for (const cookie of ['', 'sid=', 'sid=x', `sid=${'A'.repeat(43)}`, `other=${'A'.repeat(43)}`, `sid=${key}`]) {
    const answer = await visit(cookie)
    assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], cookie)
    assert.equal((await call('search_contacts', cookie)).status, 401)
  }
})

test('A request from another site is refused and changes nothing', async () => {
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

test('Our own pages and programs that are not browsers may call', async () => {
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

test('No other site may read a response', async () => {
  const cookie = cookieOf(await signIn(user.email))
  const headers = ['cookie', cookie, 'origin', 'https://evil.example']
  const answer = await raw(url, 'GET', '/api/session', { headers })
  assert.equal(answer.headers['access-control-allow-origin'], undefined)
  const preflight = await raw(url, 'OPTIONS', '/api/app/search_contacts', {
    headers: [...headers, 'access-control-request-method', 'POST'],
  })
  assert.equal(preflight.headers['access-control-allow-origin'], undefined)
})

test('Each call names the workspace, which must be one of the caller’s', async () => {
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

test('A person may belong to several workspaces, with different rights in each', async () => {
  const other = await addAccount()
  await createUser(sql, { account_id: other.account_id, name: user.name, email: user.email, role: 'agent' })
  const cookie = cookieOf(await signIn(user.email))
  assert.equal((await call('list_api_keys', cookie)).status, 200)
  const elsewhere = await call('list_api_keys', cookie, {}, [], other.account_id)
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'permission_denied'])
})

test('A session is not a key, and a key is not a session', async () => {
  const cookie = cookieOf(await signIn(user.email))
  assert.equal((await raw(url, 'GET', '/api/v1/contacts', { headers: ['cookie', cookie] })).status, 401)
  const bearer = ['authorization', `Bearer ${cookie.slice(4)}`]
  assert.equal((await raw(url, 'GET', '/api/v1/contacts', { headers: bearer })).status, 401)
  const withKey = ['authorization', `Bearer ${key}`, 'x-account-id', account_id]
  assert.equal((await raw(url, 'POST', '/api/app/search_contacts', { headers: withKey })).status, 401)
})

test('Changes made in the web app are recorded as made by the person', async () => {
  const cookie = cookieOf(await signIn(user.email))
  const answer = await call('create_contact', cookie, { name: 'Web', email: 'web@example.com' })
  assert.equal(answer.status, 200)
  const [event] = await sql<{ actor: object }>`
    select actor from events where payload -> 'contact' ->> 'email' = 'web@example.com'`
  assert.deepEqual(event?.actor, { type: 'user', id: user.id, name: user.name })
})

test('Malformed credentials are refused without counting as an attempt', async () => {
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

test('A call repeated with the same idempotency key happens once', async () => {
  const cookie = cookieOf(await signIn(user.email))
  const again = () => call('create_label', cookie, { title: 'una vez', color: '#112233' }, ['idempotency-key', 'k-1'])
  const [first, second] = [await again(), await again()]
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.deepEqual(second.body, first.body)
  const other = await call('create_label', cookie, { title: 'otra', color: '#112233' }, ['idempotency-key', 'k-1'])
  assert.equal((other.body as { code: string }).code, 'idempotency_key_reused')
})

/** A new IP address. */
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

/** `device=…`, which the browser keeps after signing out. */
function deviceOf(answer: Answer): string {
  assert.equal(answer.status, 200, answer.text)
  return /device=[^;]+/.exec(answer.headers['set-cookie']!)![0]
}

function visit(cookie: string): Promise<Answer> {
  return raw(url, 'GET', '/api/session', { headers: ['cookie', cookie] })
}

function call(operation: string, cookie: string, input = {}, more: string[] = [], account = account_id) {
  const headers = ['content-type', 'application/json', 'cookie', cookie, 'x-account-id', account, ...more]
  return raw(url, 'POST', `/api/app/${operation}`, { headers, body: JSON.stringify(input) })
}
