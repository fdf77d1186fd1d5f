import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { openCrm } from '#test/crm.ts'
import { counts, openImports } from '#test/crm-imports.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, only, addAccount, runtime } = await openCrm()
const { imported } = openImports(runtime)

type Workspace = Pick<Awaited<ReturnType<typeof addAccount>>, 'act'>

async function exported(workspace: Workspace, input: Input<'export_opportunities'> = {}) {
  let csv = ''
  for await (const piece of await workspace.act('export_opportunities', input)) csv += piece
  const options = { columns: true, bom: true, delimiter: input.language === 'es' ? ';' : ',' } as const
  return { csv, records: parse(csv, options) as Record<string, string>[] }
}

test('Deals are exported with people, dates and the filters of their list', async () => {
  const workspace = await addAccount()
  const { id } = await workspace.deal({ name: 'Ganado', amount: 100, contact_id: (await workspace.contact()).id })
  await workspace.deal({ name: 'Abierto', amount: 50, custom_attributes: { id: 'x', name: 'y' } })
  await workspace.act('crm_mark_opportunity_outcome', { opportunity_id: id, outcome: 'won' })
  const { records } = await exported(workspace, { language: 'en' })
  assert.deepEqual(
    records.map((each) => [each['Title'], each['Amount'], each['Status'], each['Expected close'], each['Probability']]),
    [
      ['Abierto', '50', 'Open', '2030-06-30', records[0]!['Probability']],
      ['Ganado', '100', 'Won', '2030-06-30', '100'],
    ],
  )
  assert.equal(records[1]!['Contact'], 'Marta Ñáñez')
  assert.match(records[1]!['Close date']!, /^\d{4}-\d\d-\d\d /)
  assert.deepEqual([records[0]!['custom_attributes.id'], records[0]!['custom_attributes.name']], ['x', 'y'])
  assert.deepEqual(
    (await exported(workspace, { amount_min: 80 })).records.map(({ name }) => name),
    ['Ganado'],
  )
  assert.equal((await refusal(exported(workspace, { amount_min: 2, amount_max: 1 }))).code, 'invalid_value')
})

test('An export can be imported into another workspace, with outcome and dates', async () => {
  const from = await addAccount()
  const contact_id = (await from.contact({ email: 'marta@example.com' })).id
  const fields = { name: 'Venta', contact_id, expected_close_date: '2026-11-01' }
  const { id } = await from.act('crm_create_opportunity', fields, { now: new Date('2026-10-01T15:00:00Z') })
  const lost = { opportunity_id: id, outcome: 'lost', lost_reason: 'Otro' } as const
  await from.act('crm_mark_opportunity_outcome', lost, { now: new Date('2026-10-10T15:00:00Z') })
  for (const language of ['es', 'en', undefined] as const) {
    const to = await addAccount()
    const { csv } = await exported(from, language && { language })
    // The owner is unknown there.
    const done = await imported(to, 'opportunities', [csv.replaceAll(/ana\.\d+@example\.com/g, '')])
    assert.deepEqual([counts(done), done.errors], [[1, 0, 0], []])
    const [copy] = (await to.act('crm_list_opportunities', {})).items
    assert.deepEqual([copy?.status, copy?.lost_reason, copy?.contact?.name], ['lost', 'Otro', 'Marta Ñáñez'])
    assert.deepEqual(
      [copy?.created_at, copy?.closed_at, copy?.expected_close_date],
      ['2026-10-01T15:00:00.000Z', '2026-10-10T15:00:00.000Z', '2026-11-01'],
    )
  }
})

test('Exporting deals requires permission to read deals', async () => {
  const problem = await refusal(act('export_opportunities', {}, { as: only('crm:write') }))
  assert.equal(problem.code, 'permission_denied')
})
