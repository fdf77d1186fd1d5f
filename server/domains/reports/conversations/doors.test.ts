import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { invoke } from '#kernel/invoke.ts'
import { registry } from '#registry'
import { openNode } from '#test/node.ts'
import { toRequest } from '#test/request.ts'
import type { Input, Name } from '#test/workspace.ts'

const { node, sql, rest, tool, key, makeKey, account_id, user } = await openNode()

/** A message on March 31 at 23:30, answered five minutes later: already April in UTC. */
const actor = await loadSystemActor(sql, account_id, { type: 'user', id: user.id, name: user.name })
const act = <N extends Name>(name: N, input: Input<N>, moment: string) =>
  invoke(node.runtime, [name, registry[name]], actor, input, {
    request_id: 'test-request',
    now: new Date(`${moment}-05:00`),
  })
const inbox = await act('create_inbox', { name: 'Ventas', channel: 'api', auto_assign: false }, '2026-03-01T09:00')
const message = { inbox_id: inbox.id, source_id: 'ella', content: 'Hola' }
const { conversation } = await act('receive_message', message, '2026-03-31T23:30')
await act('assign_conversation', { conversation_id: conversation.id, agent: user.id }, '2026-03-31T23:31')
await act('send_message', { conversation_id: conversation.id, content: 'Sí' }, '2026-03-31T23:35')

const march = { from: '2026-03-01', to: '2026-03-31' }
const get = async <T = Record<string, unknown>>(name: Name, input: object, as = key) => {
  const { method, path } = toRequest(registry[name], input as Record<string, unknown>)
  return rest<T>(method, path, { key: as })
}

const tools: [Name, object][] = [
  ['get_overview_report', { ...march, inbox_id: inbox.id }],
  ['get_conversations_report', march],
  ['get_agents_report', { ...march, agent: user.name }],
]

test('REST and the tool give the same correct answer', async () => {
  for (const [name, input] of tools) {
    const [answer, called] = [await get(name, input), await tool(name, input, key)]
    assert.equal(answer.status, 200, answer.text)
    assert.equal(called.result?.isError, undefined)
    const still = (value: unknown) => JSON.stringify(value).replace(/"waiting_seconds":\d+/g, '')
    assert.equal(still(called.result?.structuredContent), still(answer.body), name)
    assert.deepEqual(answer.body.days, march)
  }
  type Overview = { daily: { day: string; conversations: number }[] }
  const { daily } = (await get<Overview>('get_overview_report', march)).body
  assert.deepEqual([daily.at(-1)?.day, daily.at(-1)?.conversations], ['2026-03-31', 1])
})

test('Reports without a tool answer on REST only', async () => {
  type Times = { totals: { first_response: { mean_seconds: number } } }
  const times = await get<Times>('get_agent_response_times', march)
  assert.equal(times.body.totals.first_response.mean_seconds, 300)
  assert.equal((await get('get_sla_breaches_report', march)).status, 200)
  for (const name of ['get_agent_response_times', 'get_sla_breaches_report', 'export_report']) {
    const { result, error } = await tool(name, {}, key)
    assert.ok(error ?? result?.isError, name)
  }
})

test('An export is a CSV file with a header, and numbers in the query are parsed', async () => {
  const path = `/reports/export?report=overview&from=${march.from}&to=${march.to}&inbox_id=${inbox.id}`
  const { status, headers, text } = await rest('GET', path, { key })
  assert.equal(status, 200)
  assert.match(headers.get('content-type')!, /^text\/csv/)
  assert.match(headers.get('content-disposition')!, /^attachment; filename="report\.csv"$/)
  const rows = parse(text, { columns: true }) as Record<string, string>[]
  assert.deepEqual([rows.length, rows[30]!.conversations], [31, '1'])
  const short = await rest('GET', '/reports/export?report=overview&days=7', { key })
  assert.equal((parse(short.text, { columns: true }) as unknown[]).length, 7)
  const leads = await rest('GET', '/reports/export?report=conversion&compare_with_previous=true&custom_days_back=7', {
    key,
  })
  assert.equal(leads.status, 200, leads.text)
})

test('Refusals come before any output and name the parameter', async () => {
  const wrong = await rest('GET', '/reports/export?report=overview&table=nada', { key })
  assert.deepEqual([wrong.status, wrong.body.code, wrong.body.errors?.[0]?.parameter], [422, 'invalid_value', 'table'])
  const unknown = await rest('GET', '/reports/export?report=overview&agent=Ana', { key })
  assert.deepEqual([unknown.status, unknown.body.errors?.[0]?.parameter], [400, 'agent'])
})

test('A key without reports:read gets no report; a read-only key gets all', async () => {
  const [without, readOnly] = [await makeKey('custom', ['conversations:read', 'crm:read']), await makeKey('read_only')]
  for (const [name, input] of tools) {
    assert.equal((await get(name, input, without)).status, 403)
    assert.equal((await get(name, input, readOnly)).status, 200)
  }
})
