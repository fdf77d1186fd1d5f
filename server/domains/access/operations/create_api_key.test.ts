import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser, scopes } from '#contract/permissions.ts'
import { authoriseKey } from '#domains/access/authorise.ts'
import { digest, isWellFormed } from '#domains/access/keys/api-key.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, only, sql, addAccount } = await openWorkspace()
const administrator = { ...actor, permissions: rightsOfUser('administrator', false) }
const quotas = { key: 300, account: 600, classic_ip: 300 }

/** Authenticates the key like every door. */
const caller = (key: string) => authoriseKey(sql, key, quotas, 1, '203.0.113.7')
const rights = async (key: string) => [...((await caller(key))?.actor.permissions ?? [])].sort()

let made = 0
const makeUser = (role: 'administrator' | 'agent', super_administrator = false) => {
  const email = `user${++made}@example.com`
  return createUser(sql, { account_id: actor.account.id, name: `Persona ${made}`, email, role, super_administrator })
}

test('A key is shown once; only its digest and a hint are stored', async () => {
  const { key, ...record } = await act('create_api_key', { name: ' Integración ', role: 'full' })
  assert.ok(isWellFormed(key))
  assert.equal(record.name, 'Integración')
  assert.equal(record.hint, `${key.slice(0, 8)}…${key.slice(-4)}`)
  assert.deepEqual(record.acting_user, {
    id: actor.user_id,
    name: 'Ana Admin',
    email: `ana.${actor.account.id}@example.com`,
  })
  assert.deepEqual(record.created_by, { type: 'user', id: actor.id, name: 'Ana Admin' })
  assert.deepEqual([record.scopes, record.expires_at, record.last_used_at, record.revoked_at], [[], null, null, null])
  const [row] = await sql<{ hash: Buffer }>`select * from api_keys where id = ${record.id}`
  assert.deepEqual(row?.hash, digest(key))
  assert.ok(!JSON.stringify(row).includes(key.slice(8, -4)))
})

test('The audit log records the creation in the same transaction, without the key', async () => {
  const { key } = await act(
    'create_api_key',
    { name: 'Auditada', role: 'custom', scopes: ['crm:read'] },
    { ip: '203.0.113.7' },
  )
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'create_api_key')
  assert.deepEqual(entry?.details, { name: 'Auditada', role: 'custom', scopes: ['crm:read'] })
  assert.equal(entry?.request_id, 'test-request')
  const [{ same } = {}] = await sql<{ same: boolean }>`
    select k.xmin = a.xmin as same from api_keys k, audit_entries a where k.name = 'Auditada' and a.id = ${entry!.id}`
  assert.ok(same)
  assert.ok(!JSON.stringify(await sql`select * from audit_entries`).includes(key.slice(8, -4)))
})

test('The person a key acts for is notified by e-mail, and administrators see the new key', async () => {
  const { id: user_id, email } = await makeUser('agent')
  const before = (await events()).length
  await act('create_api_key', { name: 'Robot', role: 'full', user_id })
  const mails = await sql<{ kind: string; subject: string; text: string }>`
    select kind, subject, text from emails where to_address = ${email}`
  assert.deepEqual(
    mails.map(({ kind, subject }) => [kind, subject]),
    [['security', 'Una clave de API nueva actúa por ti en Prueba']],
  )
  assert.match(mails[0]!.text, /Ana Admin creó la clave de API «Robot»/)
  const emitted = (await events()).slice(before).map(({ name }) => name)
  assert.deepEqual(emitted, ['email.requested', 'api_key.created'])
})

test('A full key has all rights of its user, a read-only key read access, a custom key its scopes', async () => {
  const full = await act('create_api_key', { name: 'Todo', role: 'full' })
  assert.deepEqual(await rights(full.key), [...scopes, 'admin'].sort())
  const reading = await act('create_api_key', { name: 'Leer', role: 'read_only' })
  assert.deepEqual(await rights(reading.key), scopes.filter((scope) => scope.endsWith(':read')).toSorted())
  const given = ['contacts:write', 'labels:manage'] as const
  const custom = await act('create_api_key', { name: 'Algo', role: 'custom', scopes: [...given] })
  assert.deepEqual(custom.scopes, given)
  assert.deepEqual(await rights(custom.key), given)
})

test('A key acts for its user and never exceeds their rights', async () => {
  const agent = await makeUser('agent')
  const all = await act('create_api_key', { name: 'De agente', role: 'full', user_id: agent.id })
  assert.equal(all.acting_user.id, agent.id)
  const found = await caller(all.key)
  assert.equal(found?.actor.user_id, agent.id)
  assert.equal(found?.actor.type, 'api_key')
  assert.equal(found?.actor.account.id, actor.account.id)
  assert.deepEqual(await rights(all.key), [...rightsOfUser('agent', false)].sort())
  const given = ['contacts:read', 'workspace:setup', 'labels:manage'] as const
  const some = await act('create_api_key', { name: 'Algo', role: 'custom', scopes: [...given], user_id: agent.id })
  assert.deepEqual(await rights(some.key), ['contacts:read'])
  await sql`update memberships set role = 'administrator' where user_id = ${agent.id}`
  assert.deepEqual(await rights(some.key), given.toSorted())
})

test('A key stops working when its user is disabled or leaves the workspace', async () => {
  const [one, two] = [await makeUser('agent'), await makeUser('agent')]
  const [first, second] = [
    await act('create_api_key', { name: 'Una', role: 'full', user_id: one.id }),
    await act('create_api_key', { name: 'Dos', role: 'full', user_id: two.id }),
  ]
  await sql`update users set disabled_at = now() where id = ${one.id}`
  await sql`delete from memberships where user_id = ${two.id}`
  assert.equal(await caller(first.key), undefined)
  assert.equal(await caller(second.key), undefined)
})

test('A key works until it expires', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const { key, ...record } = await act('create_api_key', { name: 'Breve', role: 'full', expires_at })
  assert.equal(record.expires_at, expires_at)
  assert.ok(await caller(key))
  await sql`update api_keys set expires_at = clock_timestamp() - interval '1 second' where id = ${record.id}`
  assert.equal(await caller(key), undefined)
})

test('An expiry can have a time zone offset and must be in the future', async () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const input = { name: 'Con hora', role: 'full', expires_at: '2026-11-15T07:00:01-05:00' } as const
  assert.equal((await act('create_api_key', input, { now })).expires_at, '2026-11-15T12:00:01.000Z')
  for (const expires_at of ['2026-11-15T12:00:00Z', '2020-01-01T00:00:00Z']) {
    const problem = await refusal(act('create_api_key', { ...input, expires_at }, { now }))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, 'expires_at')
  }
  for (const expires_at of ['2027-01-01', 'mañana', '2027-01-01T00:00:00']) {
    assert.equal((await refusal(act('create_api_key', { ...input, expires_at }))).code, 'invalid_request')
  }
})

test('The scopes must fit the role, or nothing is written', async () => {
  const before = await sql`select count(*) from api_keys`
  const audit = await act('list_audit_entries', { limit: 1 })
  for (const [input, code, field] of [
    [{ role: 'custom' }, 'missing_field', 'scopes'],
    [{ role: 'custom', scopes: [] }, 'missing_field', 'scopes'],
    [{ role: 'full', scopes: ['crm:read'] }, 'invalid_value', 'scopes'],
    [{ role: 'read_only', scopes: ['crm:read'] }, 'invalid_value', 'scopes'],
    [{ role: 'custom', scopes: ['admin'] }, 'invalid_request', 'scopes/0'],
    [{ role: 'custom', scopes: ['todo'] }, 'invalid_request', 'scopes/0'],
    [{ role: 'dueño' }, 'invalid_request', 'role'],
    [{ role: 'full', name: '  ' }, 'invalid_request', 'name'],
    [{ role: 'full', user_id: '999999' }, 'not_found', 'user_id'],
  ] as const) {
    const problem = await refusal(act('create_api_key', { name: 'Mala', ...input } as never))
    assert.equal(problem.code, code, JSON.stringify(input))
    assert.equal(problem.extra.errors?.[0]?.field, field)
  }
  assert.deepEqual(await sql`select count(*) from api_keys`, before)
  assert.deepEqual(await act('list_audit_entries', { limit: 1 }), audit)
})

test('A key cannot act for a user of another workspace', async () => {
  const other = await addAccount()
  const problem = await refusal(act('create_api_key', { name: 'Ajena', role: 'full', user_id: other.actor.user_id! }))
  assert.equal(problem.code, 'not_found')
})

test('An administrator cannot create a key that acts for a super-administrator', async () => {
  const boss = await makeUser('administrator', true)
  const input = { name: 'Escalera', role: 'full', user_id: boss.id } as const
  const problem = await refusal(act('create_api_key', input, { as: administrator }))
  assert.equal(problem.code, 'permission_denied')
  assert.equal(problem.extra.errors?.[0]?.field, 'user_id')
  assert.equal((await act('create_api_key', input)).acting_user.id, boss.id)
})

test('A caller without a user must name the user the key acts for', async () => {
  const machine = { ...actor, type: 'system', id: null, user_id: null } as const
  const problem = await refusal(act('create_api_key', { name: 'Nadie', role: 'full' }, { as: machine }))
  assert.equal(problem.code, 'missing_field')
  assert.equal(problem.extra.errors?.[0]?.field, 'user_id')
})

test('Only administrators can do this', async () => {
  const agent = { ...actor, permissions: rightsOfUser('agent', false) }
  for (const as of [agent, only(...scopes)]) {
    const problem = await refusal(act('create_api_key', { name: 'No', role: 'full' }, { as }))
    assert.equal(problem.code, 'permission_denied')
    assert.match(problem.message, /admin/)
  }
})
