import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { openUnlimited } from '#test/database.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'

const { act, actor, only, runtime, sql, addAccount } = await openWorkspace()

test('An entry records the action, actor, details, time and IP address', async () => {
  const now = new Date('2026-01-01T12:00:00.000Z')
  const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })
  await act('delete_contact', { contact_id }, { now, request_id: 'request-0001', ip: '203.0.113.7' })
  const { items } = await act('list_audit_entries', {})
  assert.deepEqual(
    items.map(({ id: _id, ...entry }) => entry),
    [
      {
        action: 'delete_contact',
        actor: { type: 'user', id: actor.id, name: 'Ana Admin' },
        details: { contact_id },
        request_id: 'request-0001',
        ip: '203.0.113.7',
        created_at: now.toISOString(),
      },
    ],
  )
})

test('A rejected operation leaves no entry', async () => {
  const before = await act('list_audit_entries', {})
  await refusal(act('delete_contact', { contact_id: '999999' }))
  await refusal(act('create_api_key', { name: 'X', role: 'custom' }))
  await refusal(act('revoke_api_key', { api_key_id: '999999' }))
  await refusal(act('regenerate_classic_token', {}, { as: only('admin') }))
  await refusal(act('delete_contact', { contact_id: '1' }, { as: only('contacts:read') }))
  assert.deepEqual(await act('list_audit_entries', {}), before)
})

test('The audit log contains no keys, tokens or files', async () => {
  const { key } = await act('create_api_key', { name: 'Clave', role: 'full' })
  const { token } = await act('regenerate_classic_token', {})
  await act('import_contacts', { csv: 'name,email\nSecreta,secreta@example.com\n' })
  const stored = JSON.stringify(await sql`select * from audit_entries`)
  for (const secret of [key, key.slice(8, -4), token, 'secreta@example.com']) assert.ok(!stored.includes(secret))
})

test('Entries come newest first, page by page without repeats or gaps, for this workspace only', async () => {
  const workspace = await addAccount()
  const now = new Date('2026-01-01T00:00:00Z')
  for (let i = 0; i < 5; i++) await workspace.act('import_contacts', { csv: 'name\n', dry_run: i % 2 === 0 }, { now })
  const all = (await workspace.act('list_audit_entries', { limit: 100 })).items
  assert.equal(all.length, 5)
  const collected: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await workspace.act('list_audit_entries', { limit: 2, ...(cursor && { cursor }) })
    collected.push(...page.items)
    cursor = page.next_cursor ?? undefined
    await workspace.act('import_contacts', { csv: 'name\n' })
  } while (cursor)
  assert.deepEqual(collected, all)
  const { next_cursor } = await workspace.act('list_audit_entries', { limit: 1 })
  assert.equal((await refusal(act('list_audit_entries', { cursor: next_cursor! }))).code, 'invalid_cursor')
})

test('Only administrators can do this', async () => {
  assert.equal((await refusal(act('list_audit_entries', {}, { as: only(...scopes) }))).code, 'permission_denied')
})

test('Entries can be filtered by action, actor and date', async () => {
  const own = await addAccount()
  const person = { ...own.actor, id: '4711', name: 'Íngrid Peña' }
  const key = { ...own.actor, type: 'api_key' as const, id: '4711', name: 'Clave' }
  await own.act(
    'create_api_key',
    { name: 'Una', role: 'full' },
    { as: person, now: new Date('2026-03-09T23:00:00-05:00') },
  )
  await own.act('create_team', { name: 'Ventas' }, { as: person, now: new Date('2026-03-10T00:30:00-05:00') })
  await own.act('create_team', { name: 'Soporte' }, { as: key, now: new Date('2026-03-10T23:30:00-05:00') })
  const found = async (filters: Input<'list_audit_entries'>) =>
    (await own.act('list_audit_entries', filters)).items.map(({ action, actor }) => `${action} ${actor.name}`).sort()
  const [made, first, second] = ['create_api_key Íngrid Peña', 'create_team Íngrid Peña', 'create_team Clave'] as const
  assert.deepEqual(await found({}), [made, second, first].sort())
  assert.deepEqual(await found({ action: 'create_api_key' }), [made])
  assert.deepEqual(await found({ action: 'create_' }), [])
  assert.deepEqual(await found({ actor: 'ingrid pena' }), [made, first])
  assert.deepEqual(await found({ actor: '4711' }), [made, first], 'an id is that of a person')
  assert.deepEqual(await found({ actor: 'clave' }), [second])
  assert.deepEqual(await found({ from: '2026-03-10' }), [second, first], 'days are those of the workspace')
  assert.deepEqual(await found({ to: '2026-03-09' }), [made])
  assert.deepEqual(await found({ from: '2026-03-10', to: '2026-03-10', action: 'create_team', actor: 'Clave' }), [
    second,
  ])
})

test('A filtered log can be paged', async () => {
  const own = await addAccount()
  for (let i = 0; i < 5; i++) await own.act('create_team', { name: `Equipo ${i}` })
  await own.act('create_api_key', { name: 'Una', role: 'full' })
  const collected = []
  let cursor: string | null | undefined
  do {
    const page = await own.act('list_audit_entries', { action: 'create_team', limit: 2, ...(cursor && { cursor }) })
    collected.push(...page.items.map(({ details }) => details.name))
    cursor = page.next_cursor
  } while (cursor)
  assert.deepEqual(
    collected,
    [4, 3, 2, 1, 0].map((i) => `Equipo ${i}`),
  )
})

test('Filters by actor or action use an index', async () => {
  const workspace = await addAccount()
  const account_id = workspace.actor.account.id
  const unlimited = await openUnlimited(runtime.database)
  await unlimited`
    insert into audit_entries (account_id, action, actor, details, created_at)
    select ${account_id}, case when n % 500 = 0 then 'delete_inbox' else 'sign_in' end,
           jsonb_build_object('type', 'user', 'id', (n % 500)::text, 'name', 'Persona ' || n % 500), '{}', now() - make_interval(mins => n)
      from generate_series(1, 20000) n`
  await sql`analyze audit_entries`
  const { planOf } = openPlans(runtime, workspace.actor)
  for (const filter of [{ action: 'delete_inbox' }, { actor: 'PERSONA 7' }, { actor: 'Nadie' }, { actor: '7' }]) {
    const plan = await planOf('list_audit_entries', filter)
    assert.ok(plan.rows('audit_entries') <= 200, plan.text)
  }
  const { items } = await workspace.act('list_audit_entries', { actor: '7', limit: 100 })
  assert.equal(items.length, 40)
})
