import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePipeline, matchPipeline } from './pipeline-rules.ts'
import { refused } from '#test/refusal.ts'

const all = [
  { id: '11', name: 'Ventas' },
  { id: '12', name: 'Ventas de vehículos' },
  { id: '13', name: 'Arriendos Bogotá' },
  { id: '14', name: '2025' },
]

test('A pipeline is found ignoring case and accents, and a full name beats a partial one', () => {
  const table: [asked: string, id: string][] = [
    ['Ventas', '11'],
    [' ventas ', '11'],
    ['VENTAS', '11'],
    ['vehiculos', '12'],
    ['bogota', '13'],
    ['Arrién', '13'],
    ['13', '13'],
    ['2025', '14'],
    ['202', '14'],
  ]
  for (const [name, id] of table) assert.equal(matchPipeline(all, name).id, id, name)
})

test('An ambiguous partial name is refused with the matches', () => {
  const { code, message, extra } = refused(() => matchPipeline(all, 'venta'))
  assert.equal(code, 'ambiguous_reference')
  assert.match(message, /Ventas \(id 11\), Ventas de vehículos \(id 12\)/)
  assert.deepEqual(
    extra.candidates?.map(({ id }) => id),
    ['11', '12'],
  )
})

test('An unknown or empty pipeline name is refused with the choices', () => {
  for (const name of ['Postventa', '', '  ', '999']) {
    const { code, message } = refused(() => matchPipeline(all, name))
    assert.equal(code, 'not_found', name)
    assert.match(message, /Ventas \(id 11\)/, name)
  }
})

test('Names that differ only in accents are distinguished by exact spelling', () => {
  const twins = [
    { id: '1', name: 'Mas' },
    { id: '2', name: 'Más' },
  ]
  assert.equal(matchPipeline(twins, 'más').id, '2')
  assert.equal(matchPipeline(twins, 'mas').id, '1')
  assert.equal(refused(() => matchPipeline(twins, 'mäs')).code, 'ambiguous_reference')
})

test('Without a name the default for opportunities is used, then the mixed default, otherwise it is refused', () => {
  const mixed = { id: '2', name: 'Todo', kind: 'mixed', is_default: true } as const
  const sales = { id: '1', name: 'Ventas', kind: 'opportunities', is_default: true } as const
  const leads = { id: '3', name: 'Leads', kind: 'leads', is_default: true } as const
  assert.equal(choosePipeline([leads, mixed, sales], undefined).id, '1')
  assert.equal(choosePipeline([leads, mixed, { ...sales, is_default: false }], undefined).id, '2')
  assert.equal(choosePipeline([leads, mixed, sales], 'todo').id, '2')
  assert.equal(refused(() => choosePipeline([leads, mixed, sales], 'leads')).code, 'not_found')
  const { code, message, status, extra } = refused(() =>
    choosePipeline([leads, { ...sales, is_default: false }], undefined),
  )
  assert.deepEqual([code, status], ['pipeline_required', 422])
  assert.match(message, /choose one with pipeline_name: Ventas \(id 1\)/)
  assert.deepEqual(extra.candidates, [{ id: '1', name: 'Ventas' }])
  assert.match(refused(() => choosePipeline([leads], undefined)).message, /create one with create_pipeline/)
})
