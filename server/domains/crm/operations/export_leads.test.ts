import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { openCrm } from '#test/crm.ts'
import { counts, openImports } from '#test/crm-imports.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, only, addAccount, addAgent, lead, runtime, sql, actor } = await openCrm()
const { imported } = openImports(runtime)

async function exported(input: Input<'export_leads'> = {}, as = { act, actor }) {
  let csv = ''
  for await (const piece of await as.act('export_leads', input, { as: as.actor })) csv += piece
  const options = { columns: true, bom: true, delimiter: input.language === 'es' ? ';' : ',' } as const
  return { csv, records: parse(csv, options) as Record<string, string>[] }
}

test('An empty workspace exports the column names, in the language asked for', async () => {
  const workspace = await addAccount()
  const plain = await exported({}, workspace)
  assert.match(plain.csv, /^id,name,company_name,email,phone,source,estimated_value,currency,owner,contact_name,/)
  const spanish = await exported({ language: 'es' }, workspace)
  assert.match(spanish.csv, /^\uFEFFID;Título;Empresa;Correo;Teléfono;Origen;Valor estimado;Moneda;Responsable;/)
  assert.match((await exported({ language: 'en' }, workspace)).csv, /^\uFEFFID,Title,Company,E-mail,/)
})

test('Leads are exported newest first, with the filters of their list, and formulas as text', async () => {
  await lead({ name: '=1+1', estimated_value: 10.5, source: 'whatsapp', custom_attributes: { talla: 'M' } })
  await act('crm_mark_lead_lost', { lead_id: (await lead({ name: 'Otro' })).id })
  const { records } = await exported({ language: 'es' })
  assert.deepEqual(
    records.map((each) => [each['Título'], each['Valor estimado'], each['Estado'], each['talla']]),
    [
      ['Otro', '', 'Descartado', ''],
      ["'=1+1", '10,5', 'Nuevo', 'M'],
    ],
  )
  assert.match(records[0]!['Fecha de pérdida']!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  for (const filter of [{ status: 'new' }, { source: 'whatsapp' }, { query: '1+1' }] as const)
    assert.deepEqual(
      (await exported(filter)).records.map(({ name }) => name),
      ["'=1+1"],
    )
  assert.equal((await refusal(exported({ stage: 'Nuevo' }))).code, 'missing_field')
})

test('An export can be imported into another workspace, with its dates', async () => {
  const from = await addAccount()
  await from.lead({
    name: 'Ana; "la de Cali"',
    email: 'ana@example.com',
    phone: '3001234567',
    source: 'web',
    stage: 'Contactado',
  })
  await sql`update leads set created_at = '2026-01-05T19:30:00Z' where account_id = ${from.actor.account.id}`
  for (const language of ['es', 'en'] as const) {
    const to = await addAccount()
    const { csv } = await exported({ language }, from)
    assert.deepEqual(counts(await imported(to, 'leads', [csv.replaceAll(/ana\.\d+@example\.com/g, '')])), [1, 0, 0])
    const [copy] = (await to.act('crm_list_leads', {})).items
    assert.deepEqual(
      [copy?.name, copy?.email, copy?.phone, copy?.source, copy?.stage.name, copy?.created_at],
      ['Ana; "la de Cali"', 'ana@example.com', '+573001234567', 'web', 'Contactado', '2026-01-05T19:30:00.000Z'],
    )
  }
})

test('Pages follow each other without gaps, and only visible leads are exported', async () => {
  const workspace = await addAccount()
  const { id } = await workspace.lead({ name: 'Uno' })
  await sql`
    insert into leads (account_id, name, currency, pipeline_id, stage_id, stage_entered_at, status, custom_attributes, last_activity_at, created_at, updated_at)
    select account_id, 'Lead ' || n, currency, pipeline_id, stage_id, stage_entered_at, status, custom_attributes, last_activity_at,
           created_at - make_interval(mins => n / 10), updated_at
      from leads, generate_series(1, 2100) n where id = ${id}`
  const names = (await exported({}, workspace)).records.map(({ name }) => name)
  assert.deepEqual([names.length, new Set(names).size], [2101, 2101])
  const beto = await addAgent('Beto', { visibility: 'own' })
  await lead({ name: 'De Beto', owner: 'Beto' })
  assert.deepEqual(
    (await exported({}, { act, actor: beto })).records.map(({ name }) => name),
    ['De Beto'],
  )
})

test('Exporting leads requires permission to read leads', async () => {
  const problem = await refusal(act('export_leads', {}, { as: only('crm:write') }))
  assert.equal(problem.code, 'permission_denied')
})
