import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, addAccount } = await openCrm()
let made = 0
const board = () => act('create_pipeline', { name: `Tablero ${++made}`, kind: 'leads' })
const shown = ({ stages }: { stages: { name: string }[] }) => stages.map(({ name }) => name)

test('Stages are reordered by name or id, new names become open stages, and closing stages stay last', async () => {
  const { name, stages } = await board()
  const ordered_stages = ['Descartado', stages[1]!.id, 'Visita', 'nuevo', 'En Calificacion']
  const after = await act('update_pipeline_stages', { pipeline: name, ordered_stages })
  assert.deepEqual(shown(after), ['Contactado', 'Visita', 'Nuevo', 'En calificación', 'Calificado', 'Descartado'])
  assert.deepEqual(
    after.stages.map(({ order, type }) => [order, type]),
    [
      [1, 'open'],
      [2, 'open'],
      [3, 'open'],
      [4, 'open'],
      [5, 'won'],
      [6, 'lost'],
    ],
  )
  const event = (await events()).at(-1)!
  assert.deepEqual([event.name, event.payload], ['pipeline.stages_updated', { pipeline: after }])
  const known = await events()
  await act('update_pipeline_stages', {
    pipeline: name,
    ordered_stages: ['Contactado', 'Visita', 'Nuevo', 'En calificación'],
  })
  assert.deepEqual(await events(), known, 'an unchanged order emits no event')
})

test('A missing open stage and a duplicate are refused by name', async () => {
  const { id: pipeline, stages } = await board()
  const left = await refusal(act('update_pipeline_stages', { pipeline, ordered_stages: ['Nuevo', 'Contactado'] }))
  assert.deepEqual([left.code, left.status], ['invalid_value', 422])
  assert.match(left.message, /En calificación \(id \d+\)/)
  const open = ['Nuevo', 'Contactado', 'En calificación']
  assert.equal(
    (await refusal(act('update_pipeline_stages', { pipeline, ordered_stages: [...open, 'NUEVO'] }))).code,
    'invalid_value',
  )
  assert.equal(
    (await refusal(act('update_pipeline_stages', { pipeline, ordered_stages: [...open, '999999'] }))).code,
    'not_found',
  )
  assert.equal((await refusal(act('update_pipeline_stages', { pipeline, ordered_stages: [] }))).code, 'invalid_request')
  assert.deepEqual((await act('get_pipeline', { pipeline_id: pipeline })).stages, stages)
})

test('Concurrent changes of the stages are serialised', async () => {
  const { id: pipeline } = await board()
  const open = ['Nuevo', 'Contactado', 'En calificación']
  await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) =>
      act('update_pipeline_stages', { pipeline, ordered_stages: [...open.toSorted(() => (i % 2) - 0.5), 'Visita'] }),
    ),
  )
  const { stages } = await act('get_pipeline', { pipeline_id: pipeline })
  assert.deepEqual(
    stages.map(({ order }) => order),
    [1, 2, 3, 4, 5, 6],
  )
  assert.equal(new Set(shown({ stages })).size, 6)
})

test('Changing stages requires workspace:setup in the same workspace', async () => {
  const { id: pipeline } = await board()
  const input = { pipeline, ordered_stages: ['Nuevo'] }
  assert.equal(
    (await refusal(act('update_pipeline_stages', input, { as: only('crm:write') }))).code,
    'permission_denied',
  )
  const other = await addAccount()
  assert.equal((await refusal(other.act('update_pipeline_stages', input))).code, 'not_found')
})
