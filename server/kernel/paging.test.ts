import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNode } from '#test/node.ts'

type Page = { items: { id: string; name: string }[]; next_cursor: string | null }

const { rest, key, addAccount, sql, tool } = await openNode()
const other = await addAccount()
for (let i = 1; i <= 7; i++) {
  const body = { name: `Cliente ${i}`, email: `cliente.${i}@example.com`, custom_attributes: { zone: i % 2 } }
  await rest('POST', '/contacts', { key, body })
  await rest('POST', '/contacts', { key, body: { name: 'Gemelo', email: `gemelo.${i}@example.com` } })
  await rest('POST', '/contacts', { key: other.key, body })
}

test('Pages have no gaps or repetitions, and the last one has no cursor', async () => {
  const seen: string[] = []
  let cursor: string | null | undefined
  let pages = 0
  while (cursor !== null) {
    const page: Page = (await list({ limit: '3', ...(cursor && { cursor }) })).body
    seen.push(...page.items.map((item) => item.id))
    cursor = page.next_cursor
    pages++
  }
  const all = await sql<{ id: string }>`
    select id from contacts where account_id = (select min(id) from accounts) order by created_at desc, id desc`
  assert.deepEqual(
    seen,
    all.map((row) => row.id),
  )
  assert.equal(pages, 5)
})

test('Rows created or deleted meanwhile neither repeat nor hide others', async () => {
  const first: Page = (await list({ limit: '4' })).body
  await rest('POST', '/contacts', { key, body: { name: 'Nuevo', email: 'nuevo@example.com' } })
  await rest('DELETE', `/contacts/${first.items[3]!.id}`, { key })
  const second: Page = (await list({ limit: '4', cursor: first.next_cursor! })).body
  const expected = await sql<{ id: string }>`
    select id from contacts where account_id = (select min(id) from accounts) and name <> 'Nuevo'
     order by created_at desc, id desc offset 3 limit 4`
  assert.deepEqual(
    second.items.map((item) => item.id),
    expected.map((row) => row.id),
  )
})

test('The limit may change between pages, and a tool can continue a list started over REST', async () => {
  const first: Page = (await list({ limit: '3' })).body
  const second: Page = (await list({ limit: '5', cursor: first.next_cursor! })).body
  assert.equal(second.items.length, 5)
  const { result } = await tool('search_contacts', { limit: 5, cursor: first.next_cursor }, key)
  const { total, ...page } = result!.structuredContent as Record<string, unknown>
  assert.deepEqual(page, second)
  assert.ok(Number(total) >= 8)
})

test('An altered cursor is refused', async () => {
  const { next_cursor } = (await list({ limit: '3' })).body
  const [body, signature] = next_cursor!.split('.') as [string, string]
  const forged = Buffer.from(JSON.stringify(['2999-01-01T00:00:00.000Z', '999'])).toString('base64url')
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  const attempts = [
    `${forged}.${signature}`,
    `${body}.${flipped}`,
    `${body}.${signature.slice(0, -2)}`,
    `${body}.`,
    body,
    `.${signature}`,
    '.',
    'x',
    `' or 1=1 --`,
    '💥',
    `${body}.${signature}.${signature}x`.slice(0, -1) + '!',
  ]
  for (const cursor of attempts) await refused({ limit: '3', cursor })
})

test('An empty cursor is not the first page', async () => {
  await refused({ cursor: '' })
})

test('A cursor of another workspace is refused', async () => {
  const { next_cursor } = (await list({ limit: '3' })).body
  await refused({ limit: '3', cursor: next_cursor! }, other.key)
})

test('A cursor is refused when the filters changed, whichever way', async () => {
  const { next_cursor: plain } = (await list({ limit: '2' })).body
  const { next_cursor: filtered } = (await list({ limit: '2', query: 'cliente', 'attributes[zone]': '1' })).body
  await refused({ limit: '2', cursor: plain!, query: 'cliente' })
  if (filtered) await refused({ limit: '2', cursor: filtered, query: 'gemelo' })
  const { next_cursor: named } = (await list({ limit: '2', query: 'cliente' })).body
  await refused({ limit: '2', cursor: named!, query: 'Cliente' })
  await refused({ limit: '2', cursor: named! })
  await refused({ limit: '2', cursor: named!, query: 'cliente', period: 'today' })
})

test('The order in which filters are written does not matter', async () => {
  const { next_cursor } = (await list({ limit: '2', query: 'cliente', period: 'today' })).body
  const answer = await list({ period: 'today', query: 'cliente', cursor: next_cursor!, limit: '2' })
  assert.equal(answer.status, 200)
})

test('A cursor of another list is refused', async () => {
  for (let i = 0; i < 2; i++)
    await rest('POST', '/contacts', { key, body: { name: 'Mellizo', email: `m.${i}@example.com` } })
  const { body: groups } = await rest<Page>('GET', '/contacts/duplicates?limit=1', { key })
  assert.ok(groups.next_cursor)
  await refused({ cursor: groups.next_cursor })
  const { body: keys } = await rest<Page>('GET', '/api-keys?limit=1', { key: other.key })
  if (keys.next_cursor) await refused({ cursor: keys.next_cursor }, other.key)
})

test('A limit outside 1 to 100 is refused', async () => {
  for (const limit of ['0', '101', '-1', '2.5', 'ten', '']) {
    const { status, body } = await list({ limit })
    assert.equal(status, 400)
    assert.equal(body.code, 'invalid_request')
    assert.equal(body.errors?.[0]?.parameter, 'limit')
  }
})

function list(query: Record<string, string>, by = key) {
  return rest<Page>('GET', `/contacts?${new URLSearchParams(query).toString()}`, { key: by })
}

async function refused(query: Record<string, string>, by = key) {
  const { status, body } = await list(query, by)
  assert.equal(status, 400, JSON.stringify(query))
  assert.equal(body.code, 'invalid_cursor')
  assert.equal(body.errors?.[0]?.parameter, 'cursor')
}
