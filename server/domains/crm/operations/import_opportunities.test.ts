import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { counts, openImports } from '#test/crm-imports.ts'
import { refusal } from '#test/refusal.ts'

const { runtime, sql, only, act, actor, addAgent, addAccount, contact, deal } = await openCrm()
const { carryOn, progress, imported } = openImports(runtime)

type Workspace = Awaited<ReturnType<typeof addAccount>>

const everything = async ({ act }: Workspace) => (await act('crm_list_opportunities', { limit: 100 })).items
const byName = async (workspace: Workspace) => new Map((await everything(workspace)).map((each) => [each.name, each]))

test('Open, won and lost deals get their stages, dates and contacts', async () => {
  const workspace = await addAccount()
  const known = await workspace.contact({ name: 'Óscar Peña', email: 'oscar@example.com' })
  const done = await imported(workspace, 'opportunities', [
    'Título;Valor;Contacto;Correo del contacto;Teléfono del contacto;Etapa;Estado;Fecha de creación;Cierre esperado;Fecha de cierre;Motivo de pérdida;Probabilidad',
    'Abierto;$ 450.000.000;Óscar;oscar@example.com;;;;2026-01-05;30/06/2030;;;35 %',
    'Ganado;1.250,50;Nueva Persona;;3001234567;Propuesta;Ganado;2026-01-05 10:00;;2026-02-10 16:00;;',
    'Perdido;100;;;3001234567;;Perdida;2026-01-05;2026-03-01;2026-02-11;Precio fuera de presupuesto;',
  ])
  assert.deepEqual([done.status, ...counts(done), done.errors], ['done', 3, 0, 0, []])
  const deals = await byName(workspace)
  const [open, won, lost] = ['Abierto', 'Ganado', 'Perdido'].map((name) => deals.get(name)!)
  assert.deepEqual([open!.contact?.id, open!.status, open!.probability], [known.id, 'open', 35])
  assert.deepEqual([open!.amount, open!.expected_close_date, open!.closed_at], [450_000_000, '2030-06-30', null])
  assert.equal(open!.stage.id, workspace.sales.stages[0]!.id)
  assert.deepEqual([won!.status, won!.amount, won!.probability, won!.stage.type], ['won', 1250.5, 100, 'won'])
  assert.deepEqual([won!.closed_at, won!.actual_close_date], ['2026-02-10T21:00:00.000Z', '2026-02-10'])
  assert.equal(won!.expected_close_date, '2026-02-10', 'the day it was won')
  assert.deepEqual([won!.contact?.name, won!.contact?.phone_number], ['Nueva Persona', '+573001234567'])
  assert.deepEqual(
    [lost!.status, lost!.lost_reason, lost!.contact?.id],
    ['lost', 'Precio fuera de presupuesto', won!.contact?.id],
  )
  const { stage_history } = await workspace.act('crm_get_opportunity', { opportunity_id: won!.id })
  assert.deepEqual(
    stage_history.map(({ stage, entered_at, left_at }) => [stage.name, entered_at, left_at]),
    [
      ['Propuesta', '2026-01-05T15:00:00.000Z', '2026-02-10T21:00:00.000Z'],
      [won!.stage.name, '2026-02-10T21:00:00.000Z', null],
    ],
  )
  const [funnel] = await sql<{ last: string; reached: number }>`
    select last_open_stage_id::text as last, cardinality(reached_stage_ids) as reached from opportunities where id = ${won!.id}`
  assert.deepEqual(funnel, { last: workspace.sales.stages.find(({ name }) => name === 'Propuesta')!.id, reached: 2 })
})

test('Reports count imported deals in the month they were won', async () => {
  const workspace = await addAccount()
  await imported(workspace, 'opportunities', [
    'name,amount,contact_email,created_at,won_at',
    'Uno,100,a@example.com,2026-01-05,2026-02-10',
    'Dos,50,a@example.com,2026-01-06,2026-03-10',
  ])
  const { agents } = await workspace.act('get_crm_agent_performance', {
    date_from: '2026-02-01',
    date_to: '2026-02-28',
  })
  assert.deepEqual(
    agents.map(({ won, amount_won }) => [won, amount_won.amount]),
    [[1, 100]],
  )
})

test('A dry run changes nothing and gives the reason for every row', async () => {
  const workspace = await addAccount()
  const done = await imported(
    workspace,
    'opportunities',
    [
      'name,contact_email,contact_name,amount,stage,status,expected_close_date,created_at,closed_at,lost_reason,probability,currency',
      'Uno,,,,,,2030-01-31,,,,,',
      'Dos,a@example.com,,,,,,,,,,',
      'Tres,a@example.com,,-5,,,2030-01-31,,,,,',
      'Cuatro,a@example.com,,,,Perdido,2030-01-31,,,,,',
      'Cinco,a@example.com,,,,Perdido,2030-01-31,,,Capricho,,',
      'Seis,a@example.com,,,Ganado,Abierto,2030-01-31,,,,,',
      'Siete,a@example.com,,,,,31-13-2030,,,,,',
      'Ocho,a@example.com,,,,Ganado,,2026-03-01,2026-02-01,,,',
      'Nueve,a@example.com,,,,,2030-01-31,,,,120,',
      'Diez,a@example.com,,,,,2030-01-31,,,,,PESO',
      'Bien,a@example.com,,,,,2030-01-31,,,,,',
    ],
    true,
  )
  assert.deepEqual(counts(done), [1, 0, 10])
  assert.deepEqual(
    done.errors.map(({ row, field, code }) => `${row} ${field} ${code}`),
    [
      '2 contact_id missing_field',
      '3 expected_close_date missing_field',
      '4 amount invalid_value',
      '5 lost_reason lost_reason_required',
      '6 lost_reason lost_reason_unknown',
      '7 status invalid_value',
      '8 expected_close_date invalid_value',
      '9 closed_at invalid_value',
      '10 probability invalid_value',
      '11 currency invalid_value',
    ],
  )
  assert.deepEqual(await everything(workspace), [])
  assert.deepEqual((await workspace.act('search_contacts', {})).items, [])
})

test('A contact the caller cannot see is refused', async () => {
  const beto = await addAgent('Beto', { visibility: 'own' })
  const hidden = await contact({ name: 'Oculta', email: 'oculta@example.com' })
  await deal({ contact_id: hidden.id, owner: 'Ana Admin' })
  await act('update_account', { contacts_visibility: 'related' })
  const csv =
    'name,contact_email,expected_close_date\nUno,oculta@example.com,2030-01-31\nDos,b@example.com,2030-01-31\n'
  const { id } = await act('import_opportunities', { csv }, { as: beto })
  await carryOn({ act, actor: beto }, id)
  const done = await progress({ act, actor }, 'opportunities', id)
  assert.deepEqual([...counts(done), done.errors[0]?.code], [1, 0, 1, 'permission_denied'])
  const [dos] = (await act('crm_list_opportunities', { query: 'Dos' })).items
  assert.equal(dos?.owner?.name, 'Beto', 'their own, or they would not see it')
})

test('Importing deals requires permission to write deals', async () => {
  const problem = await refusal(act('import_opportunities', { csv: 'name\nUno\n' }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
