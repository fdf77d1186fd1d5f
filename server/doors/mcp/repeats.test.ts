import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openNode } from '#test/node.ts'

const node = await openNode()
const { key, sql, makeKey } = node

type Sent = { headers?: Record<string, string>; meta?: object; as?: string }

async function call(name: string, args: object, { headers = {}, meta, as = key }: Sent = {}) {
  const params = { name, arguments: args, ...(meta && { _meta: meta }) }
  const { body } = await node.rest<{ result: { content: { text: string }[]; isError?: boolean } }>('POST', '/api/mcp', {
    key: as,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: { accept: 'application/json, text/event-stream', ...headers },
  })
  const { content, isError } = body.result
  return { isError, ...(JSON.parse(content[0]!.text) as { id: string; note?: string; code?: string; detail?: string }) }
}

const countLeads = async (name: string) =>
  (await sql`select from leads where lower(name) = ${name.toLowerCase()}`).length

test('A call repeated with its idempotency key takes effect once, by header or by _meta', async () => {
  for (const how of ['header', 'meta']) {
    const id = randomUUID()
    const sent = how === 'header' ? { headers: { 'idempotency-key': id } } : { meta: { 'idempotency-key': id } }
    const first = await call('create_label', { title: `etiqueta ${how}` }, sent)
    const second = await call('create_label', { title: `etiqueta ${how}` }, sent)
    assert.deepEqual([second.isError, second.id, second.note], [undefined, first.id, undefined], how)
    const other = await call('create_label', { title: `otra ${how}` }, sent)
    assert.equal(other.code, 'idempotency_key_reused')
  }
  const bad = await call('create_label', { title: 'x' }, { meta: { 'idempotency-key': 'con espacios' } })
  assert.match(bad.detail!, /1 to 255 visible characters/)
})

test('The same lead is not created twice in two minutes; the answer is the first one and says so', async () => {
  const lead = { name: 'Casa Repetida', phone: '+573001112233', source: 'web' }
  const first = await call('crm_create_lead', lead)
  assert.equal(first.note, undefined)
  const second = await call('crm_create_lead', { ...lead, name: ' casa repetida ', source: 'facebook' })
  assert.equal(second.id, first.id)
  assert.match(second.note!, new RegExp(`^Nothing was created: the same call made this record \\(id ${first.id}\\)`))
  assert.equal(await countLeads('casa repetida'), 1)

  await sql`update idempotency_keys set expires_at = now() - interval '1 second'`
  assert.notEqual((await call('crm_create_lead', lead)).id, first.id, 'later it is a lead of its own')
})

test('Another phone, another caller, or a key of its own makes another record', async () => {
  const lead = { name: 'Lote', phone: '+573004445566' }
  const made = new Set<string>()
  made.add((await call('crm_create_lead', lead)).id)
  made.add((await call('crm_create_lead', { ...lead, phone: '+573004445567' })).id)
  made.add((await call('crm_create_lead', lead, { as: await makeKey('full') })).id)
  made.add((await call('crm_create_lead', lead, { meta: { 'idempotency-key': randomUUID() } })).id)
  assert.equal(made.size, 4)
})

test('A refused call may be corrected at once, and REST creates as often as it is asked', async () => {
  const refused = await call('crm_create_lead', { name: 'Referida', source: 'referido' })
  assert.equal(refused.code, 'missing_field')
  const made = await call('crm_create_lead', { name: 'Referida', source: 'referido', attribution_detail: 'Ana' })
  assert.equal(made.isError, undefined)
  for (const _ of [1, 2]) await node.rest('POST', '/leads', { key, body: { name: 'Por REST' } })
  assert.equal(await countLeads('por rest'), 2)
})

test('Notes, activities and documents are recognised as well', async () => {
  const lead = await call('crm_create_lead', { name: 'Con notas' })
  const of = { entity_type: 'lead', entity_id: lead.id }
  const calls: [string, object][] = [
    ['crm_add_note', { ...of, body: 'Llamó' }],
    ['crm_schedule_activity', { ...of, type: 'call', due_at: '2030-01-31T09:00' }],
    ['add_knowledge_document', { name: 'Horario', text: 'Abrimos a las ocho.' }],
  ]
  for (const [name, args] of calls) {
    const [first, second] = [await call(name, args), await call(name, args)]
    assert.equal(second.id, first.id, name)
    assert.match(second.note!, /Nothing was created/)
  }
})
