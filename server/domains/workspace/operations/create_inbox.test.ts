import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WidgetSettings } from '#contract/records/inbox.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const berta = await createUser(sql, { account_id, name: 'Berta', email: 'berta@example.com', role: 'agent' })

test('An inbox is created with its settings and members, and the event contains it', async () => {
  const settings: WidgetSettings = { color: '#0F766E', greeting_title: '¡Hola!', allowed_domains: ['*.example.com'] }
  const members = ['berta', 'BERTA@example.com', actor.user_id!]
  const input = { name: ' Sitio web ', channel: 'web_widget', settings } as const
  const inbox = await act('create_inbox', { ...input, auto_assign: false, ai_agent_enabled: true, members })
  assert.equal(inbox.name, 'Sitio web')
  assert.deepEqual([inbox.channel, inbox.auto_assign, inbox.ai_agent_enabled], ['web_widget', false, true])
  assert.deepEqual(inbox.settings, settings)
  assert.deepEqual(inbox.member_ids, [actor.user_id, berta.id])
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'inbox.created')
  assert.deepEqual(event?.payload, { inbox })
})

test('A name and a channel are enough: conversations are assigned in turn, without the AI agent', async () => {
  const inbox = await act('create_inbox', { name: 'Propio', channel: 'api' })
  assert.deepEqual([inbox.auto_assign, inbox.ai_agent_enabled], [true, false])
  assert.deepEqual([inbox.settings, inbox.member_ids], [{}, []])
})

test('An inbox can be created with hours, targets and survey; by default it is always open with an SLA target', async () => {
  const hours = {
    time_zone: 'America/Bogota',
    intervals: [{ day: 1, from: '08:00', to: '17:00' }],
    holidays: [],
    out_of_office_message: null,
  }
  const target = { priority: null, first_response_minutes: 60, next_response_minutes: null, resolution_minutes: 480 }
  const service = {
    business_hours: hours,
    sla: { business_hours_only: false, targets: [target] },
    csat: { enabled: true, message: null },
  }
  const made = await act('create_inbox', { name: 'Con horario', channel: 'api', ...service })
  assert.deepEqual({ ...made, ...service }, made)
  const plain = await act('create_inbox', { name: 'Sin horario', channel: 'api' })
  assert.deepEqual(
    [plain.business_hours, plain.sla.targets[0]?.first_response_minutes, plain.csat.enabled],
    [null, 15, false],
  )
  const count = (await act('list_inboxes', {})).items.length
  const wrong = { ...hours, time_zone: 'Luna' }
  const problem = await refusal(act('create_inbox', { name: 'No', channel: 'api', business_hours: wrong }))
  assert.equal(problem.extra.errors?.[0]?.field, 'business_hours/time_zone')
  assert.equal((await act('list_inboxes', {})).items.length, count)
})

test('Every inbox has its own random token and an encrypted secret', async () => {
  const [one, two] = [
    await act('create_inbox', { name: 'Uno', channel: 'api' }),
    await act('create_inbox', { name: 'Uno', channel: 'api' }),
  ]
  for (const { token } of [one, two]) assert.match(token, /^[\w-]{24}$/)
  assert.notEqual(one.token, two.token)
  const { identity_secret } = await act('get_inbox_identity_secret', { inbox_id: one.id })
  const [row] = await sql<{ identity_secret: Buffer }>`select identity_secret from inboxes where id = ${one.id}`
  assert.ok(!row!.identity_secret.includes(identity_secret))
})

test('An inbox of a provider needs credentials', async () => {
  const known = await events()
  for (const channel of ['whatsapp', 'telegram', 'messenger', 'instagram', 'email'] as const) {
    const problem = await refusal(act('create_inbox', { name: 'Otra', channel }))
    assert.equal(problem.code, 'missing_field')
    assert.equal(problem.extra.errors?.[0]?.field, 'credentials')
  }
  assert.deepEqual(await events(), known)
})

test('A missing name, unknown member or invalid setting is rejected', async () => {
  const known = await events()
  const make = (fields: object) => refusal(act('create_inbox', { name: 'Mala', channel: 'api', ...fields } as never))
  assert.equal((await make({ name: '  ' })).code, 'missing_field')
  const stranger = await make({ members: ['Nadie'] })
  assert.equal(stranger.code, 'not_found')
  assert.match(stranger.message, /There is no agent "Nadie"\. Choose among: /)
  assert.equal(stranger.extra.errors?.[0]?.field, 'members')
  for (const settings of [
    { color: 'red' },
    { allowed_domains: ['https://x.com/a'] },
    { position: 'top' },
    { huge: true },
  ])
    assert.equal((await make({ settings })).code, 'invalid_request')
  assert.deepEqual(await events(), known)
})

test('A disabled user or one of another workspace cannot be a member', async () => {
  const other = await addAccount()
  const ida = await createUser(sql, { account_id, name: 'Ida', email: 'ida@example.com', role: 'agent' })
  await sql`update users set disabled_at = now() where id = ${ida.id}`
  for (const id of [other.actor.user_id!, ida.id, '999999']) {
    const problem = await refusal(act('create_inbox', { name: 'Mala', channel: 'api', members: [id] }))
    assert.equal(problem.message, `There is no agent with id ${id}.`)
  }
})

test('The creation is audited, and it requires permission to change and set up the workspace', async () => {
  const input = { name: 'Auditada', channel: 'api' } as const
  await act('create_inbox', input, { as: only('workspace:write', 'workspace:setup', 'admin') })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['create_inbox', input])
  for (const lacking of [only('workspace:write'), only('workspace:setup')])
    assert.equal((await refusal(act('create_inbox', input, { as: lacking }))).code, 'permission_denied')
})
