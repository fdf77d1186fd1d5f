import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, user, sql } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
const other = await ok('POST', '/inboxes', { name: 'Otro', channel: { type: 'api' } })
const team = await ok('POST', '/teams', { name: 'ventas' })
const ana = (await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })).payload.contact
const eva = (await ok('POST', '/contacts', { name: 'Eva', inbox_id: other.id, source_id: 'w-eva' })).payload.contact

const made: number[] = []
const ids = (payload: Loose): number[] => payload.map((each: { id: number }) => each.id)
const sorted = (numbers: readonly (number | undefined)[]) => numbers.toSorted((a, b) => a! - b!)
const list = async (query = '') => (await ok('GET', `/conversations${query}`)).data
const found = async (query = '') => ids((await list(query)).payload)
const filter = (payload: unknown, page = '') => classic('POST', `/conversations/filter${page}`, { payload })
const where = (attribute_key: string, filter_operator: string, values: unknown, query_operator?: string) => ({
  attribute_key,
  filter_operator,
  values,
  query_operator,
})

before(async () => {
  for (let i = 0; i < 27; i++)
    made.push((await ok('POST', '/conversations', { contact_id: ana.id, inbox_id: inbox.id })).id)
  const third = await ok('POST', '/conversations', {
    contact_id: eva.id,
    inbox_id: other.id,
    assignee_id: user.id,
    team_id: team.id,
    custom_attributes: { paso: 'pago' },
  })
  made.push(third.id)
  await ok('POST', `/conversations/${third.id}/labels`, { labels: ['vip'] })
  await ok('POST', `/conversations/${made[0]}/labels`, { labels: ['soporte'] })
  await ok('POST', `/conversations/${made[1]}/toggle_priority`, { priority: 'urgent' })
  await ok('POST', `/conversations/${made[2]}/toggle_status`, { status: 'resolved' })
  await ok('POST', `/conversations/${made[3]}/messages`, { content: 'Necesito la factura', message_type: 'incoming' })
})

describe('The conversation list', () => {
  test('shows twenty-five open conversations per page, latest activity first, and four counts', async () => {
    const first = await list()
    assert.deepEqual(first.meta, { mine_count: 0, assigned_count: 1, unassigned_count: 26, all_count: 27 })
    assert.equal(first.payload.length, 25)
    assert.equal(first.payload[0].id, made[3])
    assert.equal(first.payload[0].messages[0].content, 'Necesito la factura')
    assert.deepEqual(first.payload[0], await ok('GET', `/conversations/${made[3]}`))
    const second = await list('?page=2')
    assert.equal(second.payload.length, 2)
    assert.deepEqual(second.meta, first.meta)
    assert.deepEqual(await found('?page=3'), [])
  })

  test('filters by status, inbox, team, label, source and assignee', async () => {
    assert.deepEqual(await found('?status=resolved'), [made[2]])
    assert.equal((await list('?status=all')).meta.all_count, 28)
    assert.deepEqual(await found(`?inbox_id=${other.id}`), [made[27]])
    assert.deepEqual(await found(`?team_id=${team.id}`), [made[27]])
    assert.deepEqual(
      sorted(await found('?labels[]=vip&labels[]=soporte&labels[]=unknown')),
      sorted([made[0], made[27]]),
    )
    assert.deepEqual(await found('?source_id=w-eva'), [made[27]])
    assert.deepEqual(await found('?assignee_type=assigned'), [made[27]])
    assert.ok(!(await found('?assignee_type=unassigned')).includes(made[27]!))
    assert.deepEqual(await found('?assignee_type=me'), [])
    assert.equal((await list('?assignee_type=me')).meta.all_count, 27)
    assert.equal((await classic('GET', '/conversations?status=closed')).status, 422)
  })

  test('finds words in messages, in any status', async () => {
    assert.deepEqual(await found('?q=factura'), [made[3]])
    await ok('POST', `/conversations/${made[3]}/toggle_status`, { status: 'resolved' })
    assert.deepEqual(await found('?q=factura'), [made[3]])
    await ok('POST', `/conversations/${made[3]}/toggle_status`, { status: 'open' })
  })

  test('filters by unanswered and recently changed; mentions and participation are empty for an account token', async () => {
    assert.equal((await list('?conversation_type=unattended')).meta.all_count, 27)
    for (const type of ['mention', 'participating']) {
      const { meta, payload } = await list(`?conversation_type=${type}`)
      assert.deepEqual([meta.all_count, payload], [0, []])
    }
    await sql`update conversations set updated_at = now() - interval '1 hour' where id <> ${made[5]!}`
    assert.deepEqual(await found('?updated_within=600'), [made[5]])
  })

  test('sorts by the requested field', async () => {
    assert.equal((await found('?sort_by=created_at_asc'))[0], made[0])
    assert.equal((await found('?sort_by=created_at_desc'))[0], made[27])
    assert.equal((await found('?sort_by=priority_desc'))[0], made[1])
    assert.equal((await found('?sort_by=waiting_since_asc'))[0], made[3])
    assert.equal((await found('?sort_by=colour'))[0], (await found())[0])
  })

  test('returns the counts alone for the same filters', async () => {
    const all = await ok('GET', '/conversations/meta')
    assert.deepEqual(all, { meta: { mine_count: 0, assigned_count: 1, unassigned_count: 26, all_count: 27 } })
    const one = await ok('GET', `/conversations/meta?inbox_id=${other.id}`)
    assert.equal(one.meta.all_count, 1)
  })
})

describe('The conversation filter', () => {
  test('combines conditions over every status, with three counts', async () => {
    const { status, body } = await filter([where('inbox_id', 'equal_to', [other.id])])
    assert.equal(status, 200)
    assert.deepEqual(body.meta, { mine_count: 0, unassigned_count: 0, all_count: 1 })
    assert.deepEqual(ids(body.payload), [made[27]])
    const either = await filter([
      where('labels', 'equal_to', ['soporte'], 'OR'),
      where('status', 'equal_to', ['resolved'], 'AND'),
      where('display_id', 'equal_to', [made[2]]),
    ])
    assert.deepEqual(sorted(ids(either.body.payload)), sorted([made[0], made[2]]))
    const unassigned = await filter([where('assignee_id', 'is_not_present', [])], '?page=2')
    assert.deepEqual([unassigned.body.meta.all_count, unassigned.body.payload.length], [27, 2])
    assert.equal((await filter([where('status', 'equal_to', ['all'])])).body.meta.all_count, 28)
  })

  test('filters by defined custom attributes, and refuses unknown ones', async () => {
    assert.equal((await filter([where('paso', 'equal_to', ['pago'])])).status, 422)
    await ok('POST', '/custom_attribute_definitions', {
      attribute_display_name: 'Paso',
      attribute_key: 'paso',
      attribute_model: 'conversation_attribute',
    })
    assert.deepEqual(ids((await filter([where('paso', 'equal_to', ['pago'])])).body.payload), [made[27]])
    const wrong = await filter([where('mood', 'equal_to', ['good'])])
    assert.match(wrong.body.error, /Invalid attribute key - \[mood\]/)
  })
})
