import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, leads, addAccount, sql, actor } = await openCrm()

test('a pipeline begins with the stages of its kind, and is told', async () => {
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

test('one is the default of its kind: another that becomes it takes its place', async () => {
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

test('ten that want to be the default at once leave one', async () => {
  const made = Array.from({ length: 10 }, (_, i) =>
    act('create_pipeline', { name: `A la vez ${i}`, kind: 'leads', is_default: true }),
  )
  await Promise.all(made)
  const rows = await sql`select from pipelines where account_id = ${actor.account.id} and kind = 'leads' and is_default`
  assert.equal(rows.length, 1)
})

test('a name is used once, without regard to case; a currency is one; each is refused by its field', async () => {
  const taken = await refusal(act('create_pipeline', { name: 'VENTAS', kind: 'mixed' }))
  assert.deepEqual([taken.code, taken.status], ['duplicate_value', 409])
  const other = await addAccount()
  assert.equal((await other.act('create_pipeline', { name: 'Tablero leads', kind: 'leads' })).name, 'Tablero leads')
  assert.equal((await refusal(act('create_pipeline', { name: ' ', kind: 'mixed' }))).code, 'missing_field')
  const wrong = await refusal(act('create_pipeline', { name: 'x', kind: 'mixed', default_currency: 'PESOS' }))
  assert.deepEqual([wrong.code, wrong.extra.errors?.[0]?.field], ['invalid_value', 'default_currency'])
  assert.equal((await refusal(act('create_pipeline', { name: 'x', kind: 'deals' } as never))).code, 'invalid_request')
})

test('it needs the rights to write in the CRM and to set up the workspace', async () => {
  for (const as of [only('crm:write'), only('workspace:setup'), only('crm:read')])
    assert.equal(
      (await refusal(act('create_pipeline', { name: 'x', kind: 'leads' }, { as }))).code,
      'permission_denied',
    )
})
