import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Actor } from '#kernel/operation.ts'
import { registry } from '#registry'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'
import type { Input, Name } from '#test/workspace.ts'

const root = await openCrm()
const { act, actor, write, contact, sales, addAgent } = root

/** A local moment in Bogota. */
const at = (local: string) => new Date(`${local}-05:00`)
const now = at('2026-04-10T12:00')
const march = { from: '2026-03-01', to: '2026-03-31' }

async function exported(input: Input<'export_report'>, as?: Actor) {
  let csv = ''
  for await (const piece of await act('export_report', input, { now, ...(as && { as }) })) csv += piece
  return { csv, records: parse(csv, { columns: true }) as Record<string, string>[] }
}

const ines = await addAgent('=Inés', { visibility: 'own' })
for (const day of ['02', '15']) {
  const { id: conversation_id } = (await write({}, { now: at(`2026-03-${day}T09:00`) })).conversation
  await act('assign_conversation', { conversation_id, agent: ines.id! }, { now: at(`2026-03-${day}T09:01`) })
  await act('send_message', { conversation_id, content: 'Sí' }, { as: ines, now: at(`2026-03-${day}T09:02`) })
}
for (const currency of ['COP', 'USD']) {
  const contact_id = (await contact()).id
  const fresh = { name: 'Venta', contact_id, amount: 1500.5, currency, expected_close_date: '2026-12-31' }
  const { id } = await act('crm_create_opportunity', { ...fresh, pipeline: sales.id }, { now: at('2026-03-03T09:00') })
  await act('crm_mark_opportunity_outcome', { opportunity_id: id, outcome: 'won' }, { now: at('2026-03-04T09:00') })
}

const [reason] = (await act('list_crm_lost_reasons', {})).items
const { id: lost } = await root.deal({ pipeline: sales.id, amount: 20 })
const outcome = { opportunity_id: lost, outcome: 'lost', lost_reason: reason!.name } as const
await act('crm_mark_opportunity_outcome', outcome, { now: at('2026-03-05T09:00') })
await act('crm_create_lead', { name: 'Interesada' }, { now: at('2026-03-06T09:00') })

/** Every report with its operation and parameters for March. */
const window = march
const period = { date_from: march.from, date_to: march.to }
const all = {
  overview: ['get_overview_report', window],
  conversations: ['get_conversations_report', window],
  crm: ['get_crm_report', window],
  agents: ['get_agents_report', { ...window, agent: ines.id! }],
  funnel: ['get_crm_funnel', period],
  conversion: ['get_crm_conversion_report', { ...period, compare_with_previous: true }],
  agent_performance: ['get_crm_agent_performance', period],
  lost_reasons: ['get_crm_lost_reasons_breakdown', period],
  lead_response_times: ['analyze_lead_response_times', period],
  agent_response_times: ['get_agent_response_times', window],
  sla_breaches: ['get_sla_breaches_report', window],
  satisfaction: ['get_satisfaction_report', window],
} as const satisfies Record<Input<'export_report'>['report'], readonly [Name, object]>

type Json = { [field: string]: Json } | Json[] | string | number | boolean | null

/** Every list of rows in a report, by path. */
function listsIn(value: Json, path = ''): [string, Json[]][] {
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object') ? [[path, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, each]) => listsIn(each, path ? `${path}.${field}` : field))
}

/** Every value of a row outside lists, by dotted name. */
function valuesIn(value: Json, path = ''): [string, Json][] {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([field, each]) => valuesIn(each, path ? `${path}.${field}` : field))
}

test('Every table of every report is exported with the values of the report', async () => {
  for (const [report, [name, input]] of Object.entries(all)) {
    const answer = (await act(name, input as never, { now })) as Json
    const lists = listsIn(answer)
    assert.ok(lists.length > 0, report)
    for (const [table, rows] of [...lists, ['summary', [answer]] as const]) {
      const { records } = await exported({ report, table, ...input } as Input<'export_report'>)
      assert.equal(records.length, rows.length, `${report} ${table}`)
      for (const [i, row] of rows.entries())
        for (const [column, value] of valuesIn(row)) {
          const cell = records[i]![column] ?? (value === null ? '' : 'no such column')
          const written = String(value ?? '')
          assert.equal(cell.replace(/^'(?==)/, ''), written, `${report} ${table} ${column}`)
        }
    }
  }
})

test('Without a table the main one is exported', async () => {
  for (const [report, [, input]] of Object.entries(all)) {
    const { csv } = await exported({ report, ...input } as Input<'export_report'>)
    assert.match(csv, /^[a-z]\S*\r\n/, report)
  }
  const { records } = await exported({ report: 'overview', ...march })
  assert.equal(records.length, 31)
  assert.deepEqual([records[1]!.day, records[1]!.conversations, records[3]!.revenue], ['2026-03-02', '1', '1500.5'])
})

test('Nested fields and lists within a row have dotted columns', async () => {
  const { records } = await exported({ report: 'agent_response_times', ...march })
  const row = records.find((each) => each['agent.id'] === ines.id)!
  assert.deepEqual(
    [row['first_response.count'], row['first_response.buckets.5m.count'], row['first_response.buckets.5m.share']],
    ['2', '2', '100'],
  )
  const [summary] = (await exported({ report: 'overview', table: 'summary', ...march })).records
  assert.deepEqual(
    [summary!['days.from'], summary!['kpis.conversations.current'], summary!['revenue.mixed_currency']],
    ['2026-03-01', '2', 'true'],
  )
  const money = (await exported({ report: 'agent_performance', ...period })).records[0]!
  assert.equal(money['amount_won.by_currency.USD.amount'], '1500.5')
})

test('A table without rows still has a header', async () => {
  const { csv, records } = await exported({ report: 'agents', table: 'conversations', ...march })
  assert.deepEqual(records, [])
  assert.match(csv, /^conversation_id,url,contact\.id,contact\.name,.*resolved\r\n$/)
})

test('A formula in a cell is escaped; a negative number stays a number', async () => {
  const { records } = await exported({ report: 'agents', ...march })
  assert.ok(records.some(({ name }) => name === "'=Inés"))
  const [summary] = (await exported({ report: 'overview', table: 'summary', from: '2026-03-16', to: '2026-03-30' }))
    .records
  assert.equal(summary!['kpis.conversations.change'], '-100')
})

test('An unknown table is refused with the available ones', async () => {
  const problem = await refusal(exported({ report: 'overview', table: 'hourly' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'table'])
  assert.match(problem.message, /daily, by_status, by_channel, by_priority, attribution, summary/)
})

test('Unknown and invalid parameters of a report are refused by name', async () => {
  const unknown = await refusal(exported({ report: 'overview', agent: 'Inés' }))
  assert.deepEqual([unknown.code, unknown.extra.errors?.[0]?.field], ['invalid_request', 'agent'])
  const period_of = await refusal(exported({ report: 'funnel', days: 7 }))
  assert.deepEqual([period_of.code, period_of.extra.errors?.[0]?.field], ['invalid_request', 'days'])
  assert.equal((await refusal(exported({ report: 'overview', from: '2026-03-01' }))).code, 'missing_field')
  assert.equal((await refusal(exported({ report: 'agents', agent: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(exported({ report: 'todo' } as never))).code, 'invalid_request')
  assert.equal((await refusal(exported({} as never))).code, 'missing_field')
  assert.equal((await refusal(exported({ report: 'overview', x: 1 } as never))).code, 'invalid_request')
})

test('An export accepts every parameter of its report', () => {
  const fields = Object.keys(registry.export_report.input.shape)
  for (const [name] of Object.values(all))
    for (const field of Object.keys(registry[name].input.shape)) assert.ok(fields.includes(field), `${name} ${field}`)
})

test('An export with limited visibility contains only visible records', async () => {
  await write({}, { now: at('2026-03-20T09:00') })
  const summary = { report: 'overview', table: 'summary', ...march } as const
  const conversations = async (as?: Actor) => (await exported(summary, as)).records[0]!['kpis.conversations.current']
  assert.deepEqual([await conversations(), await conversations(ines)], ['3', '2'])
})

test('The audit log records who exported and with which parameters', async () => {
  await exported({ report: 'sla_breaches', days: 7 })
  const [entry] = (await act('list_audit_entries', { action: 'export_report', limit: 1 })).items
  assert.deepEqual(entry?.details, { report: 'sla_breaches', days: 7 })
  assert.equal(entry?.actor.id, actor.id)
})

test('Exporting a report requires reports:read', async () => {
  const as = root.only('conversations:read', 'crm:read')
  assert.equal((await refusal(exported({ report: 'overview' }, as))).code, 'permission_denied')
})

test('For a spreadsheet the file has a byte order mark, readable headers and the separator of its language', async () => {
  const input = { report: 'lost_reasons', date_from: march.from, date_to: march.to } as const
  const { csv } = await exported({ ...input, language: 'es' })
  const [header, row] = csv.split('\r\n') as [string, string]
  assert.match(header, /^\uFEFFMotivo;Nombre;Cantidad;Porcentaje;Valor · Moneda;Valor;Valor · COP;/)
  assert.match(row, new RegExp(`^${reason!.name};${reason!.name};1;100;COP;20;20;`))
  const english = await exported({ report: 'crm', table: 'by_owner', ...march, language: 'en' })
  assert.match(english.csv, /^\uFEFFName,Won,Revenue · Currency,Revenue,Revenue · COP,/)
})
