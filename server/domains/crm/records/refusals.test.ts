import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openNode } from '#test/node.ts'

/** Every refusal of the CRM in the specification, with the same code and sentence through both doors. */
const { rest, tool, key, makeKey, url, account_id } = await openNode()

type Record = { id: string; url: string; status: string }
const post = async (path: string, body: object) => (await rest<Record>('POST', path, { key, body })).body
const { id: contact_id } = await post('/contacts', { name: 'Marta', email: 'marta@example.com' })
const lead = () => post('/leads', { name: 'Casa' })
const deal = () => post('/opportunities', { name: 'Venta', contact_id, expected_close_date: '2030-01-31' })
const converted = async () => {
  const { id } = await post('/leads', { name: 'Casa', contact_id, estimated_value: 9 })
  await post(`/leads/${id}/convert`, {})
  return id
}

type Input = { [field: string]: unknown }
const refusals: [
  title: string,
  tool: string,
  request: [method: string, path: string],
  status: number,
  code: string,
  input: () => Promise<Input> | Input,
][] = [
  [
    'A converted lead cannot be lost',
    'crm_mark_lead_lost',
    ['POST', '/leads/:lead_id/lost'],
    409,
    'invalid_state',
    async () => ({ lead_id: await converted() }),
  ],
  [
    'An opportunity needs a contact',
    'crm_create_opportunity',
    ['POST', '/opportunities'],
    422,
    'missing_field',
    () => ({ name: 'x', expected_close_date: '2030-01-31' }),
  ],
  [
    'An opportunity needs an expected close date',
    'crm_create_opportunity',
    ['POST', '/opportunities'],
    422,
    'missing_field',
    () => ({ name: 'x', contact_id }),
  ],
  [
    'An opportunity needs an existing owner',
    'crm_create_opportunity',
    ['POST', '/opportunities'],
    404,
    'not_found',
    () => ({ name: 'x', contact_id, expected_close_date: '2030-01-31', owner: 'Nadie' }),
  ],
  [
    'A loss needs a reason',
    'crm_mark_opportunity_outcome',
    ['POST', '/opportunities/:opportunity_id/outcome'],
    422,
    'lost_reason_required',
    async () => ({ opportunity_id: (await deal()).id, outcome: 'lost' }),
  ],
  [
    'A loss needs a known reason',
    'crm_mark_opportunity_outcome',
    ['POST', '/opportunities/:opportunity_id/outcome'],
    422,
    'lost_reason_unknown',
    async () => ({ opportunity_id: (await deal()).id, outcome: 'lost', lost_reason: 'Porque sí' }),
  ],
  [
    'status=lost needs a reason',
    'crm_update_opportunity',
    ['PATCH', '/opportunities/:opportunity_id'],
    422,
    'lost_reason_required',
    async () => ({ opportunity_id: (await deal()).id, status: 'lost' }),
  ],
  [
    'status=lost needs a known reason',
    'crm_update_opportunity',
    ['PATCH', '/opportunities/:opportunity_id'],
    422,
    'lost_reason_unknown',
    async () => ({ opportunity_id: (await deal()).id, status: 'lost', lost_reason: 'x' }),
  ],
  [
    'A lost stage needs a reason',
    'crm_move_opportunity_stage',
    ['POST', '/opportunities/:opportunity_id/move'],
    422,
    'lost_reason_required',
    async () => ({ opportunity_id: (await deal()).id, stage: 'Perdido' }),
  ],
  [
    'A new referral needs a referrer',
    'crm_create_lead',
    ['POST', '/leads'],
    422,
    'missing_field',
    () => ({ name: 'x', source: 'referido' }),
  ],
  [
    'A later referral needs a referrer',
    'crm_update_lead',
    ['PATCH', '/leads/:lead_id'],
    422,
    'missing_field',
    async () => ({ lead_id: (await lead()).id, source: 'voz a voz' }),
  ],
  [
    'A conversion has requirements',
    'crm_convert_lead',
    ['POST', '/leads/:lead_id/convert'],
    422,
    'conversion_requirements',
    async () => ({ lead_id: (await lead()).id }),
  ],
  [
    'A lead is converted once',
    'crm_convert_lead',
    ['POST', '/leads/:lead_id/convert'],
    409,
    'invalid_state',
    async () => ({ lead_id: await converted() }),
  ],
  [
    'converted cannot be set by hand',
    'crm_update_lead',
    ['PATCH', '/leads/:lead_id'],
    409,
    'invalid_state',
    async () => ({ lead_id: (await lead()).id, status: 'converted' }),
  ],
  [
    'Only a lost lead is reopened',
    'crm_reopen_lead',
    ['POST', '/leads/:lead_id/reopen'],
    409,
    'invalid_state',
    async () => ({ lead_id: (await lead()).id }),
  ],
  [
    'Omitting a stage does not delete it',
    'update_pipeline_stages',
    ['PUT', '/pipelines/:pipeline/stages'],
    422,
    'invalid_value',
    () => ({ pipeline: 'Leads', ordered_stages: ['Nuevo'] }),
  ],
  [
    'A stage must belong to its pipeline',
    'crm_move_lead_stage',
    ['POST', '/leads/:lead_id/move'],
    404,
    'not_found',
    async () => ({ lead_id: (await lead()).id, stage: 'Propuesta' }),
  ],
  [
    'A note cannot be completed',
    'crm_complete_activity',
    ['POST', '/activities/:activity_id/complete'],
    409,
    'invalid_state',
    async () => ({
      activity_id: (await post('/activities/notes', { entity_type: 'lead', entity_id: (await lead()).id, body: 'x' }))
        .id,
    }),
  ],
]

describe('Refusals of the specification', () => {
  for (const [title, name, [method, path], status, code, input] of refusals) {
    test(`${title}: ${name}`, async () => {
      const given = await input()
      const named = new Set([...path.matchAll(/:(\w+)/g)].map((match) => match[1]!))
      const address = path.replace(/:(\w+)/g, (_, field: string) => String(given[field]))
      const body = Object.fromEntries(Object.entries(given).filter(([field]) => !named.has(field)))
      const answer = await rest(method, address, { key, body })
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
      assert.match(answer.headers.get('content-type')!, /application\/problem\+json/)
      assert.equal(answer.body.type, `${url}/problems/${code.replaceAll('_', '-')}`)
      const { result } = await tool(name, given, key)
      assert.equal(result?.isError, true)
      assert.deepEqual([result?.structuredContent.code, result?.structuredContent.status], [code, status])
      assert.equal(result?.structuredContent.detail, answer.body.detail)
      assert.match(answer.body.detail, /\.$/)
    })
  }

  test('A missing permission is named: create_pipeline', async () => {
    const less = await makeKey('custom', ['crm:write', 'crm:read'])
    const body = { name: 'x', kind: 'leads' }
    const answer = await rest('POST', '/pipelines', { key: less, body })
    assert.deepEqual([answer.status, answer.body.code], [403, 'permission_denied'])
    assert.match(answer.body.detail, /workspace:setup/)
    const { result } = await tool('create_pipeline', body, less)
    assert.match(String(result?.structuredContent.detail), /workspace:setup/)
  })
})

test('A deal can be worked from start to end with tools, and equally with REST', async () => {
  const call = async (name: string, args: object) => {
    const { result } = await tool(name, args, key)
    assert.notEqual(result?.isError, true, JSON.stringify(result?.structuredContent))
    return result!.structuredContent as unknown as { id: string } & { [field: string]: never }
  }
  const made = await call('crm_create_lead', {
    name: 'Apartamento',
    phone: '3005550000',
    source: 'whatsapp',
    estimated_value: 300_000_000,
  })
  await call('crm_move_lead_stage', { lead_id: made.id, stage: 'calificado' })
  await call('crm_add_note', { entity_type: 'lead', entity_id: made.id, body: 'Quiere balcón' })
  const { opportunity } = (await call('crm_convert_lead', { lead_id: made.id })) as unknown as { opportunity: Record }
  await call('crm_move_opportunity_stage', { opportunity_id: opportunity.id, stage: 'Negociación' })
  await call('crm_mark_opportunity_outcome', { opportunity_id: opportunity.id, outcome: 'won' })
  const read = await call('crm_get_opportunity', { opportunity_id: opportunity.id })
  const { body } = await rest<Input>('GET', `/opportunities/${opportunity.id}`, { key })
  assert.deepEqual(body, read)
  assert.deepEqual([body.status, body.amount, body.utm_source], ['won', 300_000_000, 'whatsapp'])
  assert.equal(body.url, `${url}/app/${account_id}/opportunities/${opportunity.id}`)
  const listed = await rest<{ items: Record[] }>('GET', '/leads?status=converted&source=whats', { key })
  assert.deepEqual(
    listed.body.items.map(({ id }) => id),
    [made.id],
  )
})

test('Fields for programs are hidden from tools', async () => {
  const { id: lead_id } = await lead()
  const { error, result } = await tool('crm_move_lead_stage', { lead_id, stage: 'Nuevo', before_id: lead_id }, key)
  assert.ok(error ?? result?.isError)
  const { status } = await rest('POST', `/leads/${lead_id}/move`, { key, body: { stage: 'Nuevo', before_id: lead_id } })
  assert.equal(status, 200)
})
