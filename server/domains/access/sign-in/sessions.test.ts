import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { actorOf, findSession, signIn, signOut } from '#domains/access/sign-in/sessions.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const {
  actor,
  sql,
  addAccount,
  runtime: { secret },
} = await openWorkspace()
const password = 'una clave larga'
let made = 0
let address = 0

const makeUser = (role: 'administrator' | 'agent' = 'agent', account_id = actor.account.id) =>
  createUser(sql, { account_id, name: 'Luz', email: `luz${++made}@example.com`, role, visibility: 'own', password })
/** Each sign-in uses its own IP address, so tests don't use up each other's attempts. */
const enter = (email: string, word = password, ip = `203.0.113.${++address}`) =>
  signIn(sql, secret, { email, password: word }, { request_id: 'test-request', ip, user_agent: 'Navegador' })

test('The correct password opens a session with the user and their workspaces', async () => {
  const other = await addAccount()
  const user = await makeUser('agent')
  await createUser(sql, { account_id: other.actor.account.id, name: 'Otra', email: user.email, role: 'administrator' })
  const session = await findSession(sql, await enter(` ${user.email.toUpperCase()} `))
  assert.deepEqual(session?.user, { id: user.id, name: 'Luz', email: user.email, super_administrator: false })
  assert.deepEqual(
    session?.accounts.map(({ id, role, visibility }) => [id, role, visibility]),
    [
      [actor.account.id, 'agent', 'own'],
      [other.actor.account.id, 'administrator', 'all'],
    ],
  )
})

test('A session token is secret, and only its digest is stored', async () => {
  const { email } = await makeUser()
  const [one, two] = [await enter(email), await enter(email)]
  assert.notEqual(one, two)
  assert.match(one, /^[\w-]{43}$/)
  const [row] = await sql`select * from sessions where hash = ${digest(one)}`
  assert.ok(row && !JSON.stringify(row).includes(one))
  assert.equal(await findSession(sql, one.slice(1)), undefined)
})

test('Every failed sign-in gets the same response', async () => {
  const [user, disabled] = [await makeUser(), await makeUser()]
  await sql`update users set disabled_at = now() where id = ${disabled.id}`
  const passwordless = actor.account.id && `ana.${actor.account.id}@example.com`
  const attempts = [
    enter(user.email, 'otra clave'),
    enter(user.email, ''),
    enter('nadie@example.com'),
    enter(disabled.email),
    enter(passwordless),
    enter('nulo\0@example.com'),
  ]
  const problems = await Promise.all(attempts.map(refusal))
  for (const problem of problems) {
    assert.equal(problem.code, 'unauthenticated')
    assert.equal(problem.message, 'The e-mail or password is incorrect.')
  }
})

test('An IP address has five attempts in five minutes, for any e-mail', async () => {
  const { email } = await makeUser()
  for (let i = 0; i < 5; i++) await refusal(enter(`alguien${i}@example.com`, 'x', '198.51.100.1'))
  const problem = await refusal(enter(email, password, '198.51.100.1'))
  assert.equal(problem.code, 'rate_limited')
  assert.ok(problem.extra.retry_after! > 200 && problem.extra.retry_after! <= 305)
  assert.match(problem.message, /wait \d+ seconds/)
  assert.ok(await enter(email))
})

test('An office behind one IP address can sign in; only failures use up its attempts', async () => {
  const ip = '198.51.100.2'
  for (let i = 0; i < 8; i++) assert.ok(await enter((await makeUser()).email, password, ip))
  for (let i = 0; i < 5; i++) await refusal(enter(`nadie${i}@example.com`, 'x', ip))
  assert.equal((await refusal(enter((await makeUser()).email, password, ip))).code, 'rate_limited')
})

test('An e-mail has ten attempts in fifteen minutes, from any address and in any case', async () => {
  const { email } = await makeUser()
  for (let i = 0; i < 10; i++) await refusal(enter(i % 2 ? email : email.toUpperCase(), 'x'))
  const problem = await refusal(enter(email))
  assert.equal(problem.code, 'rate_limited')
  assert.ok(problem.extra.retry_after! > 800)
})

test('A blocked IP address cannot use up the attempts of another person’s e-mail', async () => {
  const { email } = await makeUser()
  for (let i = 0; i < 20; i++) await refusal(enter(email, 'x', '203.0.113.199'))
  assert.ok(await enter(email))
})

test('Signing out ends only that session', async () => {
  const { email } = await makeUser()
  const [one, two] = [await enter(email), await enter(email)]
  await signOut(sql, one)
  assert.equal(await findSession(sql, one), undefined)
  assert.ok(await findSession(sql, two))
})

test('A session ends when it expires, and immediately when its user is disabled', async () => {
  const user = await makeUser()
  const [one, two] = [await enter(user.email), await enter(user.email)]
  await sql`update sessions set expires_at = now() - interval '1 second' where hash = ${digest(one)}`
  assert.equal(await findSession(sql, one), undefined)
  await sql`update users set disabled_at = now() where id = ${user.id}`
  assert.equal(await findSession(sql, two), undefined)
})

test('Using a session extends it by two weeks, up to sixty days', async () => {
  const { email } = await makeUser()
  const token = await enter(email)
  const days = async () => {
    await findSession(sql, token)
    const [row] = await sql<{ days: number }>`
      select extract(epoch from expires_at - now())::float8 / 86400 as days from sessions where hash = ${digest(token)}`
    return Math.round(row!.days)
  }
  assert.equal(await days(), 14)
  await sql`
    update sessions set expires_at = now() + interval '3 days', last_seen_at = now() - interval '2 hours' where hash = ${digest(token)}`
  assert.equal(await days(), 14)
  await sql`
    update sessions set created_at = now() - interval '55 days', last_seen_at = now() - interval '2 hours' where hash = ${digest(token)}`
  assert.equal(await days(), 5)
})

test('A user acts in their own workspaces, with the rights they have there', async () => {
  const other = await addAccount()
  const user = await makeUser('agent')
  const session = (await findSession(sql, await enter(user.email)))!
  const as = actorOf(session, actor.account.id)
  assert.deepEqual([as.type, as.id, as.user_id, as.name, as.visibility], ['user', user.id, user.id, 'Luz', 'own'])
  assert.deepEqual(as.account, actor.account)
  assert.deepEqual(as.permissions, new Set([...rightsOfUser('agent', false), 'personal']))
  assert.equal(as.session, session.session)
  for (const foreign of [other.actor.account.id, undefined, '']) {
    assert.throws(() => actorOf(session, foreign), { code: 'not_found' })
  }
})
