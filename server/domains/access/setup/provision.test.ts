import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { authoriseKey } from '#domains/access/authorise.ts'
import { verifyPassword } from '#domains/access/sign-in/passwords.ts'
import { createAccount, createKey, createUser, readClassicToken, revokeKey } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { actor, sql, runtime } = await openWorkspace()
const account_id = actor.account.id
const quotas = { key: 300, account: 600, classic_ip: 300 }

test('A workspace has Colombian defaults', async () => {
  const { id, name } = await createAccount(sql, runtime.secret, { name: ' Ñandú ' })
  assert.equal(name, 'Ñandú')
  const [row] =
    await sql`select time_zone, locale, country, default_currency, plan, modules from accounts where id = ${id}`
  assert.deepEqual(row, {
    time_zone: 'America/Bogota',
    locale: 'es',
    country: 'CO',
    default_currency: 'COP',
    plan: 'self_hosted',
    modules: [],
  })
  const madrid = {
    name: 'Madrid',
    time_zone: 'Europe/Madrid',
    country: 'ES',
    default_currency: 'EUR',
    modules: ['real_estate'],
  }
  const other = await createAccount(sql, runtime.secret, madrid)
  const [theirs] =
    await sql`select name, time_zone, country, default_currency, modules from accounts where id = ${other.id}`
  assert.deepEqual(theirs, madrid)
  await assert.rejects(createAccount(sql, runtime.secret, { name: ' ' }), { code: 'missing_field' })
})

test('A new workspace has a classic token', async () => {
  const { id } = await createAccount(sql, runtime.secret, { name: 'Nueva' })
  assert.match(await readClassicToken(sql, runtime.secret, id), /^[\w-]{32}$/)
  assert.equal((await refusal(readClassicToken(sql, runtime.secret, '999999'))).code, 'not_found')
  await assert.rejects(readClassicToken(sql, Buffer.alloc(32, 1), id))
})

test('A user becomes a member with a role, and their password is hashed', async () => {
  const user = await createUser(sql, {
    account_id,
    name: ' Luz ',
    email: ' Luz@Example.COM ',
    role: 'agent',
    password: 'una clave larga',
  })
  assert.deepEqual({ ...user, id: '' }, { id: '', name: 'Luz', email: 'luz@example.com', role: 'agent' })
  const [row] = await sql<{ password_hash: string }>`select password_hash from users where id = ${user.id}`
  assert.ok(await verifyPassword('una clave larga', row!.password_hash))
})

test('An existing user joins with their name and password; created again, only the role changes', async () => {
  const elsewhere = await createAccount(sql, runtime.secret, { name: 'Otra' })
  const first = await createUser(sql, {
    account_id,
    name: 'Eva',
    email: 'eva@example.com',
    role: 'agent',
    password: 'una clave larga',
  })
  const input = { account_id: elsewhere.id, name: 'Impostora', email: 'EVA@example.com', password: 'otra clave larga' }
  const again = await createUser(sql, { ...input, role: 'administrator', super_administrator: true })
  assert.deepEqual([again.id, again.name, again.role], [first.id, 'Eva', 'administrator'])
  const [row] = await sql<{
    password_hash: string
    super_administrator: boolean
  }>`select * from users where id = ${first.id}`
  assert.ok(await verifyPassword('una clave larga', row!.password_hash))
  assert.equal(row?.super_administrator, false)
  await createUser(sql, { ...input, role: 'agent', visibility: 'team' })
  const memberships =
    await sql`select account_id, role, visibility from memberships where user_id = ${first.id} order by account_id`
  assert.deepEqual(memberships, [
    { account_id, role: 'agent', visibility: 'all' },
    { account_id: elsewhere.id, role: 'agent', visibility: 'team' },
  ])
})

test('A user without a name, valid e-mail or workspace, or with a short password, is rejected', async () => {
  const good = { account_id, name: 'Nadie', email: 'nadie@example.com', role: 'agent' } as const
  for (const [wrong, code] of [
    [{ name: ' ' }, 'missing_field'],
    [{ email: 'nadie' }, 'invalid_value'],
    [{ password: 'corta' }, 'invalid_value'],
    [{ account_id: '999999' }, 'not_found'],
  ] as const) {
    assert.equal((await refusal(createUser(sql, { ...good, ...wrong }))).code, code)
  }
  assert.deepEqual(
    await sql`select from memberships m join users u on u.id = m.user_id where u.email = 'nadie@example.com'`,
    [],
  )
})

const newKey = {
  account_id,
  user_id: actor.user_id!,
  name: 'Consola',
  role: 'full',
  scopes: [],
  expires_at: null,
  created_by: { type: 'system', id: null, name: 'Consola' },
  now: new Date(),
} as const

test('A key created on the command line works until it is revoked', async () => {
  const { id, key } = await createKey(sql, newKey)
  assert.equal((await authoriseKey(sql, key, quotas, 1, '203.0.113.7'))?.actor.id, id)
  await revokeKey(sql, account_id, id)
  assert.equal(await authoriseKey(sql, key, quotas, 1, '203.0.113.7'), undefined)
  assert.equal((await refusal(revokeKey(sql, '999999', id))).code, 'not_found')
})

test('An unknown scope is rejected with the list of known ones', async () => {
  const problem = await refusal(createKey(sql, { ...newKey, role: 'custom', scopes: ['crm:read', 'todo'] }))
  assert.equal(problem.code, 'invalid_value')
  assert.equal(problem.message, `Unknown scope: todo. Use one of: ${scopes.join(', ')}.`)
})

test('A key gets its remaining allowance, and key and account are charged together or not at all', async () => {
  const { id } = await createAccount(sql, runtime.secret, { name: 'Límites' })
  const user = await createUser(sql, { account_id: id, name: 'Ana', email: 'limites@example.com', role: 'agent' })
  const [one, two] = await Promise.all(
    [1, 2].map(() => createKey(sql, { ...newKey, account_id: id, user_id: user.id })),
  )
  const call = async (key: string) =>
    (await authoriseKey(sql, key, { ...quotas, key: 3, account: 4 }, 1, '203.0.113.7'))!.allowance
  for (const remaining of [
    [2, 3],
    [1, 2],
    [0, 1],
  ])
    assert.deepEqual((await call(one!.key)).remaining, remaining)
  const refused = await call(one!.key)
  assert.equal(refused.admitted, false)
  assert.ok(refused.retry_after > 0 && refused.retry_after <= 61)
  assert.deepEqual((await call(two!.key)).remaining, [2, 0])
  assert.equal((await call(two!.key)).admitted, false)
})
