import assert from 'node:assert/strict'
import { test } from 'node:test'
import { available } from '#contract/webhook-bodies.ts'
import { refusal } from '#test/refusal.ts'
import { openNode } from '#test/node.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only } = await openWorkspace()

test('Every event is listed with its description, schema and an example', async () => {
  const { items, next_cursor } = await act('list_webhook_events', {}, { as: only('webhooks:read') })
  assert.equal(next_cursor, null)
  assert.deepEqual(
    items.map(({ type }) => type),
    [...available, 'webhook.test'],
  )
  for (const type of ['contact.created', 'message.received', 'opportunity.won'])
    assert.ok(items.some((each) => each.type === type))
})

test('A single event can be requested', async () => {
  const { items } = await act('list_webhook_events', { type: 'opportunity.won' })
  assert.equal(items.length, 1)
  assert.deepEqual([items[0]?.type, items[0]?.description], ['opportunity.won', 'An opportunity was won.'])
  assert.deepEqual((await act('list_webhook_events', { type: 'nada' })).items, [])
})

test('The path of the event list is not mistaken for a webhook ID', async () => {
  const { rest, key } = await openNode()
  const { status, body } = await rest<{ items: object[] }>('GET', '/webhooks/events', { key })
  assert.deepEqual([status, body.items.length], [200, available.length + 1])
})

test('Listing events requires webhooks:read', async () => {
  assert.equal((await refusal(act('list_webhook_events', {}, { as: only('crm:read') }))).code, 'permission_denied')
})
