import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, makeUser } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'App', channel: { type: 'api' } })
const team = await ok('POST', '/teams', { name: 'ventas' })
const agent = await makeUser('agent')
let made = 0

async function open(): Promise<{ id: number; contact_id: number }> {
  const { payload } = await ok('POST', '/contacts', { name: `Cliente ${++made}`, identifier: `id-${made}` })
  const contact_id = payload.contact.id
  const { id } = await ok('POST', '/conversations', { contact_id, inbox_id: inbox.id })
  return { id, contact_id }
}
const show = (id: number): Promise<Loose> => ok('GET', `/conversations/${id}`)

test('Conversations change together: status, agent, team and labels', async () => {
  const ids = [(await open()).id, (await open()).id]
  const other = await open()
  const answer = await classic('POST', '/bulk_actions', {
    type: 'Conversation',
    ids,
    fields: { status: 'pending', assignee_id: Number(agent.id), team_id: team.id },
    labels: { add: ['vip', 'nueva'] },
  })
  assert.deepEqual([answer.status, answer.text], [200, ''])
  for (const id of ids) {
    const { status, labels, meta } = await show(id)
    assert.deepEqual(
      [status, labels.toSorted(), meta.assignee.id, meta.team.id],
      ['pending', ['nueva', 'vip'], Number(agent.id), team.id],
    )
  }
  assert.deepEqual([(await show(other.id)).status, (await show(other.id)).labels], ['open', []])

  await ok('POST', '/bulk_actions', {
    type: 'Conversation',
    ids: ids.map(String),
    fields: { status: 'snoozed', assignee_id: null },
    labels: { remove: ['vip', 'no existe'] },
    snoozed_until: Math.floor(Date.now() / 1000) + 3600,
  })
  for (const id of ids) {
    const { status, labels, meta, snoozed_until } = await show(id)
    assert.deepEqual([status, labels, meta.assignee ?? null], ['snoozed', ['nueva'], null])
    assert.ok(snoozed_until)
  }
})

test('Contacts are labelled and deleted together', async () => {
  const ids = [(await open()).contact_id, (await open()).contact_id]
  await ok('POST', '/bulk_actions', { type: 'Contact', ids, labels: { add: ['feria'] } })
  for (const id of ids) assert.deepEqual((await ok('GET', `/contacts/${id}/labels`)).payload, ['feria'])
  await ok('POST', '/bulk_actions', { type: 'Contact', ids, action_name: 'delete' })
  for (const id of ids) assert.equal((await classic('GET', `/contacts/${id}`)).status, 404)
})

test('An unknown record, status, agent or type changes nothing', async () => {
  const { id } = await open()
  for (const [status, body] of [
    [404, { type: 'Conversation', ids: [id, 999999], fields: { status: 'resolved' } }],
    [422, { type: 'Conversation', ids: [id], fields: { status: 'lost' } }],
    [404, { type: 'Conversation', ids: [id], fields: { status: 'resolved', assignee_id: 999999 } }],
    [404, { type: 'Conversation', ids: [id], fields: { status: 'resolved', team_id: 999999 } }],
    [422, { type: 'Message', ids: [id] }],
    [422, { type: 'Conversation', ids: Array.from({ length: 101 }, () => id) }],
  ] as const) {
    const answer = await classic('POST', '/bulk_actions', body)
    assert.equal(answer.status, status, JSON.stringify(body).slice(0, 100))
    assert.ok(answer.body.error ?? answer.body.message)
  }
  assert.equal((await show(id)).status, 'open')
})
