import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNode } from '#test/node.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, only, sql, addAccount } = await openWorkspace()

test('Only the given fields change, and the audit log records them', async () => {
  const changed = await act('update_account', { name: ' Inmobiliaria Norte ', default_currency: 'usd' })
  assert.deepEqual(
    [changed.name, changed.default_currency, changed.time_zone, changed.locale],
    ['Inmobiliaria Norte', 'USD', 'America/Bogota', 'es'],
  )
  const placed = await act('update_account', { time_zone: 'Europe/Madrid', locale: 'en', modules: ['test_drives'] })
  assert.deepEqual(placed, { ...changed, time_zone: 'Europe/Madrid', locale: 'en', modules: ['test_drives'] })
  const { items } = await act('list_audit_entries', {})
  assert.equal(items[0]?.action, 'update_account')
  assert.deepEqual(items[0]?.details, { time_zone: 'Europe/Madrid', locale: 'en', modules: ['test_drives'] })
})

test('Phone numbers without a country code use the country of the workspace', async () => {
  const account = await act('update_account', { country: 'mx' })
  assert.equal(account.country, 'MX')
  const there = { as: { ...actor, account } }
  const contact = await act('create_contact', { name: 'Lupe', phone_number: '55 1234 5678' }, there)
  assert.equal(contact.phone_number, '+525512345678')
  assert.equal((await act('update_account', { country: 'CO' })).country, 'CO')
})

test('The list of modules is replaced as a whole; omitted modules are disabled', async () => {
  const { modules } = await act('update_account', {
    modules: ['test_drives', 'real_estate', 'real_estate'].slice(0, 2) as never,
  })
  assert.deepEqual(modules, ['real_estate', 'test_drives'])
  assert.deepEqual((await act('update_account', { modules: [] })).modules, [])
})

test('An unknown time zone, language, country, currency or module is rejected, and nothing changes', async () => {
  const read = () =>
    sql`select name, time_zone, locale, country, default_currency, modules from accounts where id = ${actor.account.id}`
  const before = await read()
  for (const [patch, field] of [
    [{ time_zone: 'America/Macondo' }, 'time_zone'],
    [{ time_zone: '+05:00' }, 'time_zone'],
    [{ country: 'ZZ' }, 'country'],
    [{ default_currency: 'ZZZ' }, 'default_currency'],
    [{ name: '  ' }, 'name'],
  ] as const) {
    const problem = await refusal(act('update_account', patch))
    assert.equal(problem.extra.errors?.[0]?.field, field)
  }
  for (const patch of [
    { locale: 'fr' },
    { country: 'Colombia' },
    { default_currency: 'pesos' },
    { modules: ['casino'] },
  ] as never[])
    assert.equal((await refusal(act('update_account', patch))).code, 'invalid_request')
  assert.deepEqual(await read(), before)
})

test('Changing the workspace requires an administrator, and changes no other workspace', async () => {
  const problem = await refusal(
    act('update_account', { name: 'No' }, { as: only('workspace:write', 'workspace:setup') }),
  )
  assert.equal(problem.code, 'permission_denied')
  const other = await addAccount()
  await other.act('update_account', { name: 'Otra' })
  const [row] = await sql<{ name: string }>`select name from accounts where id = ${actor.account.id}`
  assert.equal(row?.name, 'Inmobiliaria Norte')
})

test('A disabled module rejects REST and tool calls, although its tools stay listed', async () => {
  const { rest, tool, key, makeKey, makeUser } = await openNode()
  const refused = await rest('GET', '/properties', { key })
  assert.deepEqual([refused.status, refused.body.code], [403, 'module_inactive'])
  assert.match(refused.body.detail, /real_estate is switched off.*PATCH \/api\/v1\/account/)
  const response = await tool('list_crm_properties', {}, key)
  assert.equal(response.result?.isError, true)
  assert.deepEqual(response.result?.structuredContent.code, 'module_inactive')

  const list = async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = { accept: 'application/json, text/event-stream' }
    const answer = await rest<{ result: { tools: { name: string }[] } }>('POST', '/api/mcp', { key, body, headers })
    return answer.body.result.tools.map(({ name }) => name)
  }
  const off = await list()
  assert.ok(off.includes('list_crm_properties') && off.includes('get_crm_property_detail'))

  // Without the permission the error does not mention modules.
  const blind = await makeKey('custom', ['contacts:read'])
  assert.equal((await rest('GET', '/properties', { key: blind })).body.code, 'permission_denied')
  const agent = await makeKey('full', [], (await makeUser('agent')).id)
  assert.equal((await rest('PATCH', '/account', { key: agent, body: { modules: ['real_estate'] } })).status, 403)

  const on = await rest('PATCH', '/account', { key, body: { modules: ['real_estate'] } })
  assert.equal(on.status, 200)
  assert.equal((await rest('GET', '/properties', { key })).status, 200)
  assert.deepEqual(await list(), off)
  // A multipart form of a disabled module is rejected before it is stored.
  await rest('PATCH', '/account', { key, body: { modules: [] } })
  assert.equal((await rest('POST', '/properties/1/images', { key, body: { urls: [] } })).body.code, 'module_inactive')
})
