import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosen, named } from '#domains/reports/pipeline-rules.ts'
import { refused } from '#test/refusal.ts'

const all = [
  { id: '11', name: 'Ventas' },
  { id: '12', name: 'Ventas de vehículos' },
  { id: '13', name: 'Arriendos Bogotá' },
  { id: '14', name: '2025' },
]

test('a pipeline is found by its name without case or accents, and the whole name beats a part of another', () => {
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
  for (const [asked, id] of table) assert.equal(named(all, asked).id, id, asked)
})

test('where several names have the part in them, they are listed with their ids', () => {
  const { code, message, extra } = refused(() => named(all, 'venta'))
  assert.equal(code, 'ambiguous_reference')
  assert.match(message, /Ventas \(id 11\), Ventas de vehículos \(id 12\)/)
  assert.deepEqual(
    extra.candidates?.map(({ id }) => id),
    ['11', '12'],
  )
})

test('where no name has it, or nothing is asked for, the choices are told', () => {
  for (const asked of ['Postventa', '', '  ', '999']) {
    const { code, message } = refused(() => named(all, asked))
    assert.equal(code, 'not_found', asked)
    assert.match(message, /Ventas \(id 11\)/, asked)
  }
})

test('names that differ only by accents are told apart by writing them exactly', () => {
  const twins = [
    { id: '1', name: 'Mas' },
    { id: '2', name: 'Más' },
  ]
  assert.equal(named(twins, 'más').id, '2')
  assert.equal(named(twins, 'mas').id, '1')
  assert.equal(refused(() => named(twins, 'mäs')).code, 'ambiguous_reference')
})

test('where none is named it is the default for opportunities, else the default for both, else somebody must choose', () => {
  const mixed = { id: '2', name: 'Todo', kind: 'mixed', is_default: true } as const
  const sales = { id: '1', name: 'Ventas', kind: 'opportunities', is_default: true } as const
  const leads = { id: '3', name: 'Leads', kind: 'leads', is_default: true } as const
  assert.equal(chosen([leads, mixed, sales], undefined).id, '1')
  assert.equal(chosen([leads, mixed, { ...sales, is_default: false }], undefined).id, '2')
  assert.equal(chosen([leads, mixed, sales], 'todo').id, '2')
  assert.equal(refused(() => chosen([leads, mixed, sales], 'leads')).code, 'not_found')
  const { code, message, status, extra } = refused(() => chosen([leads, { ...sales, is_default: false }], undefined))
  assert.deepEqual([code, status], ['pipeline_required', 422])
  assert.match(message, /choose one with pipeline_name: Ventas \(id 1\)/)
  assert.deepEqual(extra.candidates, [{ id: '1', name: 'Ventas' }])
  assert.match(refused(() => chosen([leads], undefined)).message, /create one with create_pipeline/)
})
