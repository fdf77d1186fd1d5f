import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, leads, addAccount, sql, actor } = await openCrm()

test('A new pipeline has the default stages of its kind, and an event is emitted', async () => {
  for (const [kind, count, last] of [
    ['leads', 5, 'Descartado'],
    ['opportunities', 7, 'Perdido'],
    ['mixed', 7, 'Perdido'],
  ] as const) {
    const made = await act('create_pipeline', { name: `Tablero ${kind}`, kind, description: ' Arriendos ' })
    assert.deepEqual(
      [made.kind, made.description, made.default_currency, made.is_default],
      [kind, 'Arriendos', 'COP', false],
    )
    assert.deepEqual([made.stages.length, made.stages.at(-1)!.name], [count, last])
    const event = (await events()).at(-1)!
    assert.deepEqual([event.name, event.payload], ['pipeline.created', { pipeline: made }])
  }
})

test('Each kind has one default pipeline, which a new default replaces', async () => {
  const made = await act('create_pipeline', {
    name: 'Nuevos leads',
    kind: 'leads',
    default_currency: 'usd',
    is_default: true,
  })
  assert.deepEqual([made.is_default, made.default_currency], [true, 'USD'])
  const { items } = await act('crm_list_pipelines', { kind: 'leads' })
  assert.deepEqual(
    items.filter(({ is_default }) => is_default).map(({ id }) => id),
    [made.id],
  )
  assert.equal(items.find(({ id }) => id === leads.id)?.is_default, false)
  assert.deepEqual(
    (await act('crm_list_pipelines', { kind: 'opportunities' })).items.filter(({ is_default }) => is_default).length,
    1,
  )
})

test('Ten concurrent new defaults leave one default pipeline', async () => {
  const made = Array.from({ length: 10 }, (_, i) =>
    act('create_pipeline', { name: `A la vez ${i}`, kind: 'leads', is_default: true }),
  )
  await Promise.all(made)
  const rows = await sql`select from pipelines where account_id = ${actor.account.id} and kind = 'leads' and is_default`
  assert.equal(rows.length, 1)
})

test('Duplicate names and unknown currencies are refused with their field', async () => {
  const taken = await refusal(act('create_pipeline', { name: 'VENTAS', kind: 'mixed' }))
  assert.deepEqual([taken.code, taken.status], ['duplicate_value', 409])
  const other = await addAccount()
  assert.equal((await other.act('create_pipeline', { name: 'Tablero leads', kind: 'leads' })).name, 'Tablero leads')
  assert.equal((await refusal(act('create_pipeline', { name: ' ', kind: 'mixed' }))).code, 'missing_field')
  const wrong = await refusal(act('create_pipeline', { name: 'x', kind: 'mixed', default_currency: 'PESOS' }))
  assert.deepEqual([wrong.code, wrong.extra.errors?.[0]?.field], ['invalid_value', 'default_currency'])
  assert.equal((await refusal(act('create_pipeline', { name: 'x', kind: 'deals' } as never))).code, 'invalid_request')
})

test('Creating a pipeline requires crm:write and workspace:setup', async () => {
  for (const as of [only('crm:write'), only('workspace:setup'), only('crm:read')])
    assert.equal(
      (await refusal(act('create_pipeline', { name: 'x', kind: 'leads' }, { as }))).code,
      'permission_denied',
    )
})
