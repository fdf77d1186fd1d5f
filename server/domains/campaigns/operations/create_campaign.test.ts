import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, addAccount, events, inbox, only, sql } = await openCampaigns()
const vip = await act('create_label', { title: 'Vip' })
const fields = { name: 'Ofertas', inbox: 'Ventas', content: 'Hola {{contact.name}}', audience: { labels: ['vip'] } }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('A new campaign is a draft with sixty messages per minute and its creator', async () => {
  const campaign = await act('create_campaign', { ...fields, name: '  Ofertas de mayo ' })
  const { created_at: _, updated_at: __, id, ...rest } = campaign
  assert.deepEqual(rest, {
    name: 'Ofertas de mayo',
    inbox: { id: inbox.id, name: 'Ventas' },
    audience: { labels: ['Vip'], filter: null },
    content: 'Hola {{contact.name}}',
    template: null,
    status: 'draft',
    scheduled_at: null,
    per_minute: 60,
    progress: { total: 0, queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, replied: 0, opted_out: 0 },
    started_at: null,
    finished_at: null,
    created_by: { type: 'user', id: actor.id, name: actor.name },
    maker: { type: 'user', id: actor.id, name: actor.name },
    problem: null,
  })
  const last = (await events()).at(-1)
  assert.deepEqual([last?.name, last?.payload], ['campaign.updated', { campaign }])
  const [audit] = await sql<{ action: string }>`select action from audit_entries order by id desc limit 1`
  assert.equal(audit?.action, 'create_campaign')
  assert.ok(id)
})

test('With a future time it is scheduled, in any time zone notation', async () => {
  const { status, scheduled_at } = await act('create_campaign', {
    ...fields,
    scheduled_at: '2099-05-01T09:00:00-05:00',
  })
  assert.deepEqual([status, scheduled_at], ['scheduled', '2099-05-01T14:00:00.000Z'])
  for (const past of ['2020-01-01T00:00:00Z', inHours(-1)]) {
    const problem = await refusal(act('create_campaign', { ...fields, scheduled_at: past }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'scheduled_at'])
  }
})

test('Labels are stored by id, so a new title is shown', async () => {
  const label = await act('create_label', { title: 'Feria' })
  const { id, audience } = await act('create_campaign', { ...fields, audience: { labels: ['FERIA', label.id, 'vip'] } })
  assert.deepEqual(audience.labels, ['Feria', 'Vip'])
  await act('update_label', { label_id: label.id, title: 'Feria 2030' })
  assert.deepEqual((await act('get_campaign', { campaign_id: id })).audience.labels, ['Feria 2030', 'Vip'])
})

test('A campaign needs an audience of existing labels and fields', async () => {
  const wrong = async (audience: object) => {
    const problem = await refusal(act('create_campaign', { ...fields, audience: audience as never }))
    return [problem.code, problem.extra.errors?.[0]?.field]
  }
  assert.deepEqual(await wrong({}), ['missing_field', 'audience'])
  assert.deepEqual(await wrong({ labels: ['nadie'] }), ['not_found', 'audience/labels'])
  const filter = (field: string, operator = 'equal_to') => ({ any: [{ all: [{ field, operator, values: ['x'] }] }] })
  assert.deepEqual(await wrong({ filter: filter('sueldo') }), ['invalid_value', 'audience/filter/any/0/all/0/field'])
  assert.deepEqual(await wrong({ filter: filter('city', 'days_before') }), [
    'invalid_value',
    'audience/filter/any/0/all/0/operator',
  ])
  assert.deepEqual(
    await wrong({ labels: ['vip'], otros: true }),
    ['invalid_request', undefined].with(1, 'audience/otros'),
  )
})

test('A campaign needs text with known variables only', async () => {
  const wrong = async (changes: object) => {
    const problem = await refusal(act('create_campaign', { ...fields, ...changes }))
    return [problem.code, problem.extra.errors?.[0]?.field]
  }
  assert.deepEqual(await wrong({ content: '  ' }), ['missing_field', 'content'])
  assert.deepEqual(await wrong({ name: ' ' }), ['missing_field', 'name'])
  const problem = await refusal(
    act('create_campaign', { ...fields, content: 'Hola {{contact.nombre}} {{company.name}}' }),
  )
  assert.match(problem.message, /\{\{contact\.nombre\}\}, \{\{company\.name\}\}/)
  assert.equal(problem.extra.errors?.[0]?.field, 'content')
  assert.deepEqual(await wrong({ inbox: 'Otra' }), ['not_found', 'inbox'])
  for (const per_minute of [0, -1, 6001, 1.5])
    assert.deepEqual(await wrong({ per_minute }), ['invalid_request', 'per_minute'])
})

test('The inbox and labels of another workspace are not found', async () => {
  const other = await addAccount()
  const label = await other.act('create_label', { title: 'Ajena' })
  for (const changes of [{ inbox: other.inbox.id }, { audience: { labels: [label.id] } }])
    assert.equal((await refusal(act('create_campaign', { ...fields, ...changes }))).code, 'not_found')
})

test('Only administrators can create campaigns', async () => {
  const as = only('contacts:write', 'messages:send', 'workspace:write', 'workspace:setup', 'conversations:write')
  assert.equal((await refusal(act('create_campaign', fields, { as }))).code, 'permission_denied')
  assert.ok(vip)
})
