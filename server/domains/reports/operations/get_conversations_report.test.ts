import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reply_steps } from '#contract/records/report.ts'
import * as lists from '#contract/report-lists.ts'
import { rollUpReports } from '#domains/reports/rollup/rollup.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const root = await openInbox()
const { runtime, sql } = root

type Workspace = Awaited<ReturnType<typeof root.addAccount>>

/** A local moment in Bogota. */
const at = (local: string, seconds = 0) => new Date(Date.parse(`${local}-05:00`) + seconds * 1000)
const march = { from: '2026-03-01', to: '2026-03-31' }
const report = (workspace: Workspace, input: Input<'get_conversations_report'> = march, as?: Actor) =>
  workspace.act('get_conversations_report', input, { now: at('2026-04-10T12:00'), ...(as && { as }) })
const asAi = ({ actor }: Workspace) =>
  loadSystemActor(sql, actor.account.id, { type: 'ai_agent', id: null, name: 'Asistente' })

/** A customer message that is answered after this many seconds by this actor. */
async function ask({ act, write, actor }: Workspace, moment: string, seconds: number, by: Actor = actor, more = {}) {
  const { id: conversation_id } = (await write(more, { now: at(moment) })).conversation
  await act('send_message', { conversation_id, content: 'Sí' }, { as: by, now: at(moment, seconds) })
  return conversation_id
}

test('Incoming messages are counted by local hour of the week', async () => {
  const workspace = await root.addAccount()
  const { write, act } = workspace
  // Monday the 2nd at 23:30 is Tuesday in UTC; Sunday the 29th; and Monday the 9th.
  for (const moment of ['2026-03-02T23:30', '2026-03-02T23:59', '2026-03-29T00:00', '2026-03-09T08:15'])
    await write({ source_id: 'quien sea' }, { now: at(moment) })
  await write({}, { now: at('2026-04-06T08:15') })
  const { id: conversation_id } = (await write({}, { now: at('2026-03-09T08:59') })).conversation
  await act('send_message', { conversation_id, content: 'Sí' }, { now: at('2026-03-09T08:59') })
  const { heatmap } = await report(workspace)
  assert.equal(heatmap.length, 168)
  assert.deepEqual([heatmap[0], heatmap[167]], [cell(1, 0, 0), cell(7, 23, 0)])
  const busy = heatmap.filter(({ count }) => count > 0)
  assert.deepEqual(busy, [cell(1, 8, 2), cell(1, 23, 2), cell(7, 0, 1)])
  await rollUpReports(runtime)
  assert.deepEqual((await report(workspace)).heatmap, heatmap)
})

function cell(weekday: number, hour: number, count: number) {
  return { weekday, hour, count }
}

test('First response times have mean, median, 90th percentile and buckets', async () => {
  const workspace = await root.addAccount()
  const times = [30, 60, 61, 300, 900, 3600, 14_400, 28_800, 86_400, 86_401]
  for (const [i, seconds] of times.entries()) await ask(workspace, `2026-03-${10 + i}T09:00`, seconds)
  await workspace.write({}, { now: at('2026-03-25T09:00') })
  const { first_response } = await report(workspace)
  const { human } = first_response
  assert.deepEqual([first_response.asked, first_response.unanswered, human.count], [11, 1, 10])
  assert.equal(human.mean_seconds, 22_095.2)
  assert.equal(human.median_seconds, (900 + 3600) / 2)
  assert.equal(human.p90_seconds, 86_400)
  assert.deepEqual(
    human.buckets.map(({ within, count, share }) => [within, count, share]),
    reply_steps.map((within, i) => [within, [2, 2, 1, 1, 1, 1, 1, 1][i], [20, 20, 10, 10, 10, 10, 10, 10][i]]),
  )
})

test('Only the first customer message counts, not later ones or notes', async () => {
  const workspace = await root.addAccount()
  const { act, write } = workspace
  const { id: conversation_id } = (await write({ source_id: 'ella' }, { now: at('2026-03-02T09:00') })).conversation
  await write({ source_id: 'ella' }, { now: at('2026-03-02T09:30') })
  await act('send_message', { conversation_id, content: 'Nota', private: true }, { now: at('2026-03-02T09:40') })
  await act('send_message', { conversation_id, content: 'Sí' }, { now: at('2026-03-02T10:00') })
  await act('resolve_conversation', { conversation_id }, { now: at('2026-03-02T10:01') })
  await write({ source_id: 'ella' }, { now: at('2026-03-20T09:00') })
  await act('send_message', { conversation_id, content: 'Otra vez' }, { now: at('2026-03-20T09:01') })
  const { first_response } = await report(workspace)
  assert.deepEqual([first_response.asked, first_response.human.count, first_response.human.mean_seconds], [1, 1, 3600])
})

test('Automatic messages are not answers of people, and only the AI agent’s count as its own', async () => {
  const workspace = await root.addAccount()
  const { act, actor } = workspace
  const program = await loadSystemActor(sql, actor.account.id, { type: 'api_key', id: '1', name: 'Programa' })
  await ask(workspace, '2026-03-02T09:00', 10, program)
  const conversation_id = await ask(workspace, '2026-03-02T09:00', 20, await asAi(workspace))
  await act('send_message', { conversation_id, content: 'Soy yo' }, { now: at('2026-03-02T10:00') })
  const { human, ai, asked, unanswered } = (await report(workspace)).first_response
  assert.deepEqual([asked, unanswered], [2, 1])
  assert.deepEqual([human.count, human.mean_seconds, human.median_seconds], [1, 3600, 3600])
  assert.deepEqual([ai.count, ai.mean_seconds, ai.p90_seconds], [1, 20, 20])
})

test('Business hours count only working time; without business hours every second counts', async () => {
  const workspace = await root.addAccount()
  const intervals = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '17:00' }))
  const holidays = [{ date: '2026-03-23', name: 'San José' }]
  const business_hours = { time_zone: 'America/Bogota', intervals, holidays, out_of_office_message: null }
  const office = await workspace.act('create_inbox', {
    name: 'Oficina',
    channel: 'api',
    auto_assign: false,
    business_hours,
  })
  // Friday 20th 16:30 to Tuesday 24th 08:10 is 40 minutes of business hours, as Monday is a holiday.
  await ask(workspace, '2026-03-20T16:30', (3 * 24 + 15) * 3600 + 40 * 60, workspace.actor, { inbox_id: office.id })
  const there = (await report(workspace, { ...march, inbox_id: office.id })).first_response
  assert.deepEqual([there.human.mean_seconds, there.business_hours.mean_seconds], [315_600, 2400])
  assert.equal(there.business_hours.buckets.find(({ count }) => count > 0)!.within, '1h')
  await ask(workspace, '2026-03-21T03:00', 50)
  const here = (await report(workspace, { ...march, inbox_id: workspace.inbox.id })).first_response
  assert.deepEqual([here.human.mean_seconds, here.business_hours.mean_seconds], [50, 50])
})

test('AI agent figures: conversations, messages, handovers and contained conversations', async () => {
  const workspace = await root.addAccount()
  const { act } = workspace
  const ai = await asAi(workspace)
  const inbox = await act('create_inbox', {
    name: 'Con IA',
    channel: 'api',
    auto_assign: false,
    ai_agent_enabled: true,
  })
  const touch = () => ask(workspace, '2026-03-02T09:00', 10, ai, { inbox_id: inbox.id })
  const [alone, handed, open] = [await touch(), await touch(), await touch()]
  await act('send_message', { conversation_id: open, content: 'Más' }, { as: ai, now: at('2026-03-02T09:05') })
  await act('resolve_conversation', { conversation_id: alone }, { as: ai, now: at('2026-03-03T09:00') })
  await act('reopen_conversation', { conversation_id: handed }, { now: at('2026-03-03T09:00') })
  await act('send_message', { conversation_id: handed, content: 'Yo' }, { now: at('2026-03-03T09:01') })
  await act('resolve_conversation', { conversation_id: handed }, { now: at('2026-03-03T09:02') })
  const expected = {
    conversations: 3,
    messages: 4,
    mean_seconds: 10,
    handovers: 1,
    contained: 1,
    containment_rate: 33.3,
  }
  assert.deepEqual((await report(workspace)).ai, expected)
  await act('reopen_conversation', { conversation_id: alone }, { now: at('2026-03-04T09:00') })
  assert.deepEqual((await report(workspace)).ai, { ...expected, contained: 0, containment_rate: 0 })
  const none = { conversations: 0, messages: 0, mean_seconds: null, handovers: 0, contained: 0, containment_rate: null }
  assert.deepEqual((await report(workspace, { from: '2025-01-01', to: '2025-01-31' })).ai, none)
})

test('The queue lists open waiting conversations, longest first, with their SLA target', async () => {
  const workspace = await root.addAccount()
  const { act, write, inbox } = workspace
  const free = await act('create_inbox', {
    name: 'Sin prisa',
    channel: 'api',
    auto_assign: false,
    sla: { business_hours_only: true, targets: [] },
  })
  const waits = async (source_id: string, moment: string, inbox_id = inbox.id) =>
    (await write({ source_id, inbox_id }, { now: at(moment) })).conversation.id
  const recent = await waits('reciente', '2026-04-10T11:50')
  const oldest = await waits('antigua', '2026-04-10T10:00', free.id)
  const late = await waits('vencida', '2026-04-10T11:00')
  const answeredOne = await waits('respondida', '2026-04-10T09:00')
  await act('send_message', { conversation_id: answeredOne, content: 'Sí' }, { now: at('2026-04-10T09:01') })
  const snoozed = await waits('dormida', '2026-04-10T09:00')
  await act('snooze_conversation', { conversation_id: snoozed, until: '2099-01-01T00:00:00Z' })
  // Further messages do not restart the waiting time.
  await waits('vencida', '2026-04-10T11:55')
  const { queue } = await report(workspace)
  assert.deepEqual([queue.waiting, queue.breached], [3, 1])
  assert.deepEqual(
    queue.items.map(({ conversation_id, waiting_seconds, breached }) => [conversation_id, waiting_seconds, breached]),
    [
      [oldest, 7200, false],
      [late, 3600, true],
      [recent, 600, false],
    ],
  )
  const [first, second] = queue.items
  assert.deepEqual([first!.due_at, first!.inbox], [null, { id: free.id, name: 'Sin prisa' }])
  assert.equal(second!.waiting_since, at('2026-04-10T11:00').toISOString())
  assert.equal(second!.due_at, at('2026-04-10T11:15').toISOString())
  assert.match(second!.url, new RegExp(`/conversations/${late}$`))
  assert.deepEqual((await report(workspace, { ...march, inbox_id: free.id })).queue.waiting, 1)
})

test('The queue lists fifty conversations and counts all', async () => {
  const workspace = await root.addAccount()
  for (let i = 0; i < 52; i++) await workspace.write({}, { now: at('2026-04-10T11:00', i) })
  const { queue } = await report(workspace)
  assert.deepEqual([queue.waiting, queue.items.length], [52, 50])
  assert.equal(queue.items[0]!.waiting_since, at('2026-04-10T11:00').toISOString())
})

test('A report with limited visibility is the same before and after a rollup', async () => {
  const workspace = await root.addAccount()
  const { act, addAgent } = workspace
  const ines = await addAgent('Inés', { visibility: 'own' })
  const conversation_id = await ask(workspace, '2026-03-02T09:00', 60)
  await ask(workspace, '2026-03-02T09:00', 600)
  await workspace.write({}, { now: at('2026-03-02T09:00') })
  await act('assign_conversation', { conversation_id, agent: ines.id! })
  const own = async () => {
    const { first_response, heatmap, queue } = await report(workspace, march, ines)
    const incoming = heatmap.reduce((sum, { count }) => sum + count, 0)
    const { asked, human } = first_response
    return [asked, human.count, human.mean_seconds, human.median_seconds, incoming, queue.waiting]
  }
  const expected = [1, 1, 60, 60, 1, 0]
  assert.deepEqual(await own(), expected)
  await rollUpReports(runtime)
  assert.deepEqual(await own(), expected)
  assert.deepEqual((await report(await root.addAccount())).first_response.asked, 0)
})

test('The conversations report requires reports:read and an existing inbox', async () => {
  const as = root.only('conversations:read')
  assert.equal((await refusal(root.act('get_conversations_report', {}, { as }))).code, 'permission_denied')
  const other = await root.addAccount()
  assert.equal((await refusal(root.act('get_conversations_report', { inbox_id: other.inbox.id }))).code, 'not_found')
})

test('The list of late conversations has those the queue counts', async () => {
  const { act, write } = await root.addAccount()
  for (const minutes of [5, 90, 120])
    await write({ source_id: `hace ${minutes}` }, { now: new Date(Date.now() - minutes * 60_000) })
  const { queue } = await act('get_conversations_report', {})
  const filter = { any: [{ all: [...lists.waiting({}, lists.is_late).all] }] }
  const listed = await act('count_conversations', { status: 'all', filter })
  assert.deepEqual([queue.breached, listed.all], [2, 2])
})
