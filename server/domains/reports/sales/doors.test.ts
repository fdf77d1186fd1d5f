import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNode } from '#test/node.ts'
import { toRequest } from '#test/request.ts'
import { registry } from '#registry'

const { rest, tool, key, makeKey, sql, account_id } = await openNode()

const inputs = {
  get_crm_funnel: { pipeline_name: 'ventas', period: 'all' },
  get_crm_conversion_report: { period: 'this_year', compare_with_previous: true },
  get_crm_agent_performance: { custom_days_back: 30, limit: 5 },
  get_crm_lost_reasons_breakdown: { date_from: '2025-01-01' },
  get_crm_report: { days: 90 },
} as const

const contact = await rest<{ id: string }>('POST', '/contacts', {
  key,
  body: { name: 'Luz', email: 'luz@example.com' },
})
for (const outcome of ['won', 'lost']) {
  const fields = { name: 'Lote', contact_id: contact.body.id, expected_close_date: '2030-01-01', amount: 12.5 }
  const { body } = await rest<{ id: string }>('POST', '/opportunities', { key, body: fields })
  const closing = { outcome, ...(outcome === 'lost' && { lost_reason: 'Otro' }) }
  await rest('POST', `/opportunities/${body.id}/outcome`, { key, body: closing })
}

for (const [name, input] of Object.entries(inputs)) {
  test(`${name} gives the same answer on REST and as a tool`, async () => {
    const { method, path } = toRequest(registry[name as keyof typeof inputs], input)
    const answer = await rest(method, path, { key })
    assert.equal(answer.status, 200, answer.text)
    const { result } = await tool(name, input, key)
    assert.equal(result!.isError, undefined)
    const { note, ...figures } = result!.structuredContent
    assert.deepEqual(figures, answer.body)
    assert.equal(typeof note, registry[name as keyof typeof inputs].note ? 'string' : 'undefined')
    assert.ok(answer.text.includes('12.5'))
    assert.equal(Object.keys(answer.body)[0], 'days')
    assert.equal(answer.body.time_zone, 'America/Bogota')
  })

  test(`${name} refuses unknown parameters and callers without reports:read`, async () => {
    const { path } = toRequest(registry[name as keyof typeof inputs], { ...input, colour: 'blue' })
    assert.equal((await rest('GET', path, { key })).body.code, 'invalid_request')
    const other = await makeKey('custom', ['crm:read'])
    assert.equal((await rest('GET', path, { key: other })).status, 403)
  })
}

test('Without a default pipeline the funnel is refused alike by REST and tool', async () => {
  await sql`update pipelines set is_default = false where account_id = ${account_id}`
  const answer = await rest('GET', '/reports/funnel', { key })
  assert.equal(answer.status, 422)
  assert.equal(answer.body.code, 'pipeline_required')
  assert.match(answer.body.detail, /Ventas \(id \d+\)/)
  const { result } = await tool('get_crm_funnel', {}, key)
  assert.equal(result!.isError, true)
  assert.equal(result!.structuredContent.code, 'pipeline_required')
})
