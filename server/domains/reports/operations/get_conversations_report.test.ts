import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reply_steps } from '#contract/records/report.ts'
import { foldReports } from '#domains/reports/folding.ts'
import { actAs } from '#kernel/act.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const house = await openInbox()
const { runtime, sql } = house

type Hands = Awaited<ReturnType<typeof house.addAccount>>

/** A local moment in Bogota. */
const at = (local: string, seconds = 0) => new Date(Date.parse(`${local}-05:00`) + seconds * 1000)
const march = { from: '2026-03-01', to: '2026-03-31' }
const report = (hands: Hands, asked: Input<'get_conversations_report'> = march, as?: Actor) =>
  hands.act('get_conversations_report', asked, { now: at('2026-04-10T12:00'), ...(as && { as }) })
const asAi = ({ actor }: Hands) => actAs(sql, actor.account.id, { type: 'ai_agent', id: null, name: 'Asistente' })

/** A customer asks, and is answered so many seconds later by whom. */
async function answered({ act, write, actor }: Hands, asked: string, seconds: number, by: Actor = actor, more = {}) {
  const { id: conversation_id } = (await write(more, { now: at(asked) })).conversation
  await act('send_message', { conversation_id, content: 'Sí' }, { as: by, now: at(asked, seconds) })
  return conversation_id
}

test('when customers write is told by hour of the week, local, Monday first, 168 cells', async () => {
  const hands = await house.addAccount()
  const { write, act } = hands
  // Monday the 2nd at 23:30 is Tuesday in UTC; Sunday the 29th; and Monday the 9th.
  for (const moment of ['2026-03-02T23:30', '2026-03-02T23:59', '2026-03-29T00:00', '2026-03-09T08:15'])
    await write({ source_id: 'quien sea' }, { now: at(moment) })
  await write({}, { now: at('2026-04-06T08:15') })
  const { id: conversation_id } = (await write({}, { now: at('2026-03-09T08:59') })).conversation
  await act('send_message', { conversation_id, content: 'Sí' }, { now: at('2026-03-09T08:59') })
  const { heatmap } = await report(hands)
  assert.equal(heatmap.length, 168)
  assert.deepEqual([heatmap[0], heatmap[167]], [cell(1, 0, 0), cell(7, 23, 0)])
  const busy = heatmap.filter(({ count }) => count > 0)
  assert.deepEqual(busy, [cell(1, 8, 2), cell(1, 23, 2), cell(7, 0, 1)])
  await foldReports(runtime)
  assert.deepEqual((await report(hands)).heatmap, heatmap)
})

function cell(weekday: number, hour: number, count: number) {
  return { weekday, hour, count }
}

test('first answers of people: mean, middle, nine of ten, and each time in the step whose limit it does not pass', async () => {
  const hands = await house.addAccount()
  const times = [30, 60, 61, 300, 900, 3600, 14_400, 28_800, 86_400, 86_401]
  for (const [i, seconds] of times.entries()) await answered(hands, `2026-03-${10 + i}T09:00`, seconds)
  await hands.write({}, { now: at('2026-03-25T09:00') })
  const { first_response } = await report(hands)
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

test('it is the first thing a customer wrote that counts: not what follows, not a later matter, not a note', async () => {
  const hands = await house.addAccount()
  const { act, write } = hands
  const { id: conversation_id } = (await write({ source_id: 'ella' }, { now: at('2026-03-02T09:00') })).conversation
  await write({ source_id: 'ella' }, { now: at('2026-03-02T09:30') })
  await act('send_message', { conversation_id, content: 'Nota', private: true }, { now: at('2026-03-02T09:40') })
  await act('send_message', { conversation_id, content: 'Sí' }, { now: at('2026-03-02T10:00') })
  await act('resolve_conversation', { conversation_id }, { now: at('2026-03-02T10:01') })
  await write({ source_id: 'ella' }, { now: at('2026-03-20T09:00') })
  await act('send_message', { conversation_id, content: 'Otra vez' }, { now: at('2026-03-20T09:01') })
  const { first_response } = await report(hands)
  assert.deepEqual([first_response.asked, first_response.human.count, first_response.human.mean_seconds], [1, 1, 3600])
})

test('a machine does not answer for a person, and only the AI agent for the AI agent', async () => {
  const hands = await house.addAccount()
  const { act, actor } = hands
  const program = await actAs(sql, actor.account.id, { type: 'api_key', id: '1', name: 'Programa' })
  await answered(hands, '2026-03-02T09:00', 10, program)
  const conversation_id = await answered(hands, '2026-03-02T09:00', 20, await asAi(hands))
  await act('send_message', { conversation_id, content: 'Soy yo' }, { now: at('2026-03-02T10:00') })
  const { human, ai, asked, unanswered } = (await report(hands)).first_response
  assert.deepEqual([asked, unanswered], [2, 1])
  assert.deepEqual([human.count, human.mean_seconds, human.median_seconds], [1, 3600, 3600])
  assert.deepEqual([ai.count, ai.mean_seconds, ai.p90_seconds], [1, 20, 20])
})

test('in business hours only working time counts; an inbox without hours counts every second, and not zero', async () => {
  const hands = await house.addAccount()
  const intervals = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '17:00' }))
  const holidays = [{ date: '2026-03-23', name: 'San José' }]
  const business_hours = { time_zone: 'America/Bogota', intervals, holidays, out_of_office_message: null }
  const office = await hands.act('create_inbox', {
    name: 'Oficina',
    channel: 'api',
    auto_assign: false,
    business_hours,
  })
  // Friday the 20th at 16:30 until Tuesday the 24th at 08:10: half an hour and ten minutes, Monday being a holiday.
  await answered(hands, '2026-03-20T16:30', (3 * 24 + 15) * 3600 + 40 * 60, hands.actor, { inbox_id: office.id })
  const there = (await report(hands, { ...march, inbox_id: office.id })).first_response
  assert.deepEqual([there.human.mean_seconds, there.business_hours.mean_seconds], [315_600, 2400])
  assert.equal(there.business_hours.buckets.find(({ count }) => count > 0)!.within, '1h')
  await answered(hands, '2026-03-21T03:00', 50)
  const here = (await report(hands, { ...march, inbox_id: hands.inbox.id })).first_response
  assert.deepEqual([here.human.mean_seconds, here.business_hours.mean_seconds], [50, 50])
})

test('the AI agent: what it touched, wrote, handed over, and what it settled alone', async () => {
  const hands = await house.addAccount()
  const { act } = hands
  const ai = await asAi(hands)
  const inbox = await act('create_inbox', {
    name: 'Con IA',
    channel: 'api',
    auto_assign: false,
    ai_agent_enabled: true,
  })
  const touch = () => answered(hands, '2026-03-02T09:00', 10, ai, { inbox_id: inbox.id })
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
  assert.deepEqual((await report(hands)).ai, expected)
  await act('reopen_conversation', { conversation_id: alone }, { now: at('2026-03-04T09:00') })
  assert.deepEqual((await report(hands)).ai, { ...expected, contained: 0, containment_rate: 0 })
  const none = { conversations: 0, messages: 0, mean_seconds: null, handovers: 0, contained: 0, containment_rate: null }
  assert.deepEqual((await report(hands, { from: '2025-01-01', to: '2025-01-31' })).ai, none)
})

test('who waits now: open conversations, the longest waiting first, with what was promised', async () => {
  const hands = await house.addAccount()
  const { act, write, inbox } = hands
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
  const asleep = await waits('dormida', '2026-04-10T09:00')
  await act('snooze_conversation', { conversation_id: asleep, until: '2099-01-01T00:00:00Z' })
  // Writing on does not begin the waiting anew.
  await waits('vencida', '2026-04-10T11:55')
  const { queue } = await report(hands)
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
  assert.deepEqual((await report(hands, { ...march, inbox_id: free.id })).queue.waiting, 1)
})

test('the queue shows fifty, and counts all', async () => {
  const hands = await house.addAccount()
  for (let i = 0; i < 52; i++) await hands.write({}, { now: at('2026-04-10T11:00', i) })
  const { queue } = await report(hands)
  assert.deepEqual([queue.waiting, queue.items.length], [52, 50])
  assert.equal(queue.items[0]!.waiting_since, at('2026-04-10T11:00').toISOString())
})

test('who sees only their own conversations has a report of these, the same whether or not sums were made', async () => {
  const hands = await house.addAccount()
  const { act, addAgent } = hands
  const ines = await addAgent('Inés', { visibility: 'own' })
  const conversation_id = await answered(hands, '2026-03-02T09:00', 60)
  await answered(hands, '2026-03-02T09:00', 600)
  await hands.write({}, { now: at('2026-03-02T09:00') })
  await act('assign_conversation', { conversation_id, agent: ines.id! })
  const own = async () => {
    const { first_response, heatmap, queue } = await report(hands, march, ines)
    const incoming = heatmap.reduce((sum, { count }) => sum + count, 0)
    const { asked, human } = first_response
    return [asked, human.count, human.mean_seconds, human.median_seconds, incoming, queue.waiting]
  }
  const expected = [1, 1, 60, 60, 1, 0]
  assert.deepEqual(await own(), expected)
  await foldReports(runtime)
  assert.deepEqual(await own(), expected)
  assert.deepEqual((await report(await house.addAccount())).first_response.asked, 0)
})

test('it needs the right to read reports, and an inbox there is', async () => {
  const as = house.only('conversations:read')
  assert.equal((await refusal(house.act('get_conversations_report', {}, { as }))).code, 'permission_denied')
  const other = await house.addAccount()
  assert.equal((await refusal(house.act('get_conversations_report', { inbox_id: other.inbox.id }))).code, 'not_found')
})
