import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('Webhooks are listed newest first, optionally by kind, and never with a secret', async () => {
  const other = await addAccount()
  await other.act('create_webhook', { url: 'https://example.com/ajeno', events: ['*'] })
  const { secret, ...first } = await act('create_webhook', { url: 'https://example.com/1', events: ['*'] })
  const classic = { url: 'https://example.com/2', kind: 'classic' as const, events: ['message_created'] }
  const { secret: _, ...second } = await act('create_webhook', classic)
  const all = await act('list_webhooks', {})
  assert.deepEqual(all, { items: [second, first], next_cursor: null })
  assert.deepEqual((await act('list_webhooks', { kind: 'standard' })).items, [first])
  assert.ok(!JSON.stringify(all).includes(secret.slice(6)))
})

test('Pages hold each webhook once', async () => {
  const account = await addAccount()
  const made: string[] = []
  for (let i = 0; i < 5; i++)
    made.unshift((await account.act('create_webhook', { url: `https://example.com/${i}`, events: ['*'] })).id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await account.act('list_webhooks', { limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(seen, made)
})

test('Listing webhooks requires webhooks:read', async () => {
  const as = only(...scopes.filter((each) => each !== 'webhooks:read'))
  assert.equal((await refusal(act('list_webhooks', {}, { as }))).code, 'permission_denied')
  assert.ok((await act('list_webhooks', {}, { as: only('webhooks:read') })).items.length > 0)
})
