import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, sql, only, addAccount } = await openWorkspace()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget', settings: { color: '#0f766e' } })

const credentials = () => sql`select token, identity_secret, channel, settings from inboxes where id = ${site.id}`

test('Name, automatic assignment and the AI agent change by name or id; credentials are not affected', async () => {
  const before = await credentials()
  const now = new Date(Date.now() + 60_000)
  const fields = { name: ' Tienda ', auto_assign: false, ai_agent_enabled: true }
  const after = await act('update_inbox_settings', { inbox: 'SITIO', ...fields }, { now })
  assert.deepEqual(after, { ...site, ...fields, name: 'Tienda', updated_at: now.toISOString() })
  assert.deepEqual((await events()).at(-1)?.payload, { inbox: after })
  const back = await act('update_inbox_settings', { inbox: site.id, name: 'Sitio' })
  assert.deepEqual([back.name, back.auto_assign, back.ai_agent_enabled], ['Sitio', false, true])
  assert.deepEqual(await credentials(), before)
})

test('An update without changes has no effect and emits no event', async () => {
  const before = await getInbox(site.id)
  const known = await events()
  const now = new Date(Date.now() + 120_000)
  assert.deepEqual(await act('update_inbox_settings', { inbox: 'Sitio' }, { now }), before)
  assert.deepEqual(await act('update_inbox_settings', { inbox: 'Sitio', name: 'Sitio' }, { now }), before)
  assert.deepEqual(await events(), known)
})

test('No other field can be changed', async () => {
  for (const field of ['token', 'channel', 'settings', 'business_hours', 'sla', 'csat', 'member_ids'])
    assert.equal(
      (await refusal(act('update_inbox_settings', { inbox: 'Sitio', [field]: {} } as never))).code,
      'invalid_request',
    )
})

test('A part of the name is enough where it fits one inbox', async () => {
  for (const name of ['WhatsApp ventas', 'WhatsApp soporte']) await act('create_inbox', { name, channel: 'api' })
  assert.equal((await act('update_inbox_settings', { inbox: 'whats vent' })).name, 'WhatsApp ventas')
  const problem = await refusal(act('update_inbox_settings', { inbox: 'whats', auto_assign: false }))
  assert.equal(problem.code, 'ambiguous_reference')
})

test('An unknown or ambiguous inbox, or one of another workspace, is rejected', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const inbox of ['Ajena', theirs.id, '999999']) {
    const problem = await refusal(act('update_inbox_settings', { inbox, name: 'Robada' }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'inbox'])
  }
  for (const name of ['Doble', 'doble']) await act('create_inbox', { name, channel: 'api' })
  const problem = await refusal(act('update_inbox_settings', { inbox: 'DOBLE', auto_assign: false }))
  assert.equal(problem.code, 'ambiguous_reference')
  assert.equal((await refusal(act('update_inbox_settings', { inbox: 'Sitio', name: ' ' }))).code, 'missing_field')
})

test('The change is audited, and it requires permission to change the workspace', async () => {
  const now = new Date(Date.now() + 180_000)
  await act('update_inbox_settings', { inbox: 'Sitio', auto_assign: true }, { now })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['update_inbox_settings', { inbox: 'Sitio', auto_assign: true }])
  const denied = act('update_inbox_settings', { inbox: 'Sitio', name: 'No' }, { as: only('workspace:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})

/** The inbox as changes return it: without the capabilities of its channel. */
async function getInbox(inbox_id: string) {
  const { capabilities: _, ...inbox } = await act('get_inbox', { inbox_id })
  return inbox
}
