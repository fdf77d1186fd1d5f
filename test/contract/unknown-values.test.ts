import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRead } from '#kernel/operation.ts'
import { openNode } from '#test/node.ts'
import { operations } from '../attacks/tenant.ts'

const UNKNOWN = 'zzz-nada'

const node = await openNode({ HILO_KEY_LIMIT: '100000', HILO_ACCOUNT_LIMIT: '100000' })
const { key, sql, account_id } = node
await sql`update accounts set modules = array['real_estate'] where id = ${account_id}`
const make = async <T = { id: string }>(path: string, body: object) => {
  const answer = await node.rest<T>('POST', path, { key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const contact = await make('/contacts', {
  name: 'Ana',
  email: 'ana@example.com',
  city: 'Cali',
  custom_attributes: { plan: 'oro' },
})
await make('/leads', { name: 'Casa', source: 'Voz a voz', attribution_detail: 'Luz' })
await make('/leads', { name: 'Lote', source: 'web' })
await make('/opportunities', { name: 'Venta', contact_id: contact.id, expected_close_date: '2030-01-31' })
await make('/inboxes', { name: 'Sitio', channel: 'api' })
await make('/labels', { title: 'vip' })
await make('/teams', { name: 'Ventas' })
await make('/properties', {
  code: 'A1',
  name: 'Apto',
  operation: 'venta',
  city: 'Cali',
  sector: 'Norte',
  property_type: 'apartamento',
})

type Answer = { items?: unknown[]; leads?: unknown[]; note?: string; detail?: string }

async function call(tool: string, args: object): Promise<{ answer: Answer; isError: boolean }> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }
  const headers = { accept: 'application/json, text/event-stream' }
  const { body: sent } = await node.rest<{ result: { content: { text: string }[]; isError?: boolean } }>(
    'POST',
    '/api/mcp',
    {
      key,
      body,
      headers,
    },
  )
  return { answer: JSON.parse(sent.result.content[0]!.text) as Answer, isError: sent.result.isError ?? false }
}

/** Text filters that look for words in long texts: no value of theirs is unknown. */
const searches = new Set(['query', 'name_search', 'cursor'])
/** Filters by the id of one record are refused when it does not exist. */
const needed: Record<string, object> = { entity_id: { entity_type: 'lead' }, stage: { pipeline: 'Leads' } }

const filters = operations
  .filter(([, op]) => op.tool !== false && isRead(op))
  .flatMap(([name, op]) =>
    Object.entries(op.input.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)
      .filter(([field]) => !(op.tool && op.tool.without?.includes(field)) && !searches.has(field))
      .flatMap(([field, schema]) => {
        const required = Object.entries(op.input.shape).some(
          ([other, each]) => other !== field && !(each as { isOptional(): boolean }).isOptional(),
        )
        if (required) return []
        const values = [UNKNOWN, '999999', [UNKNOWN], { [UNKNOWN]: UNKNOWN }]
        const value = values.find((each) => schema.safeParse(each).success)
        return value === undefined ? [] : [{ name, field, value }]
      }),
  )

test('The walk covers the filters of every list and report', () => {
  assert.ok(filters.length >= 40, `${filters.length} filters`)
  for (const each of [
    'crm_list_leads source',
    'search_contacts attributes',
    'list_crm_properties property_type',
    'list_conversations label',
  ])
    assert.ok(
      filters.some(({ name, field }) => `${name} ${field}` === each),
      each,
    )
})

for (const { name, field, value } of filters) {
  test(`${name}: an unknown ${field} is refused, or answered with the values that exist`, async () => {
    const { answer, isError } = await call(name, { ...needed[field], [field]: value })
    if (isError) return assert.match(answer.detail!, /\.$/)
    assert.deepEqual(answer.items ?? answer.leads, [], JSON.stringify(answer))
    assert.match(answer.note ?? '', /^No .* (Values that exist|Attributes in use): /)
  })
}

test('A value in use is named where it is near, and values that exist get no note', async () => {
  const near = await call('list_crm_properties', { property_type: 'apartment' })
  assert.equal(near.answer.note, 'No property has property_type "apartment". Values that exist: apartamento.')
  const value = await call('search_contacts', { attributes: { plan: 'plata' } })
  assert.equal(value.answer.note, 'No contact has plan "plata". Values that exist: oro.')
  const city = await call('search_contacts', { attributes: { city: 'Bogotá' } })
  assert.equal(city.answer.note, 'No contact has city "Bogotá". Values that exist: Cali.')
  const others = await call('crm_list_leads', { source: 'web', status: 'qualified' })
  assert.deepEqual([others.answer.items, others.answer.note], [[], undefined])
})

test('A source is found by its synonyms in both languages', async () => {
  for (const source of ['referido', 'Referral', 'word of mouth', 'voz a voz']) {
    const { answer } = await call('crm_list_leads', { source })
    assert.equal(answer.items?.length, 1, source)
  }
  assert.equal((await call('crm_list_leads', { source: 'website' })).answer.items?.length, 1)
})
