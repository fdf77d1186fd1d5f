import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priorities, statuses } from '#contract/records/conversation.ts'
import { channels } from '#contract/channels.ts'
import { rollUpReports, rebuildReports } from '#domains/reports/rollup/rollup.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import type { Actor } from '#kernel/operation.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const root = await openCrm()
const { runtime, sql } = root

type Workspace = Awaited<ReturnType<typeof root.addAccount>>

/** A local moment in Bogota. */
const at = (local: string) => new Date(`${local}-05:00`)
const march = { from: '2026-03-01', to: '2026-03-31' }
const report = (workspace: Workspace, input: Input<'get_overview_report'> = march, as?: Actor) =>
  workspace.act('get_overview_report', input, { now: at('2026-04-10T12:00'), ...(as && { as }) })
const ai = ({ actor }: Workspace) =>
  loadSystemActor(sql, actor.account.id, { type: 'ai_agent', id: null, name: 'Asistente' })

test('Each figure is compared with the previous window and counted by its own date', async () => {
  const workspace = await root.addAccount()
  const { act, write, contact, sales } = workspace
  for (const day of ['02-10', '03-02', '03-15']) {
    const { conversation } = await write({ source_id: day }, { now: at(`2026-${day}T10:00`) })
    await act('send_message', { conversation_id: conversation.id, content: 'Sí' }, { now: at(`2026-${day}T10:01`) })
  }
  const deal = async (created: string, closed: string, amount: number, currency = 'COP') => {
    const contact_id = (await contact()).id
    const fresh = { name: 'Venta', contact_id, amount, currency, expected_close_date: '2026-12-31', pipeline: sales.id }
    const { id } = await act('crm_create_opportunity', fresh, { now: at(created) })
    const won = { opportunity_id: id, outcome: 'won' as const }
    await act('crm_mark_opportunity_outcome', won, { now: at(closed) })
  }
  await act('crm_create_lead', { name: 'Interesada' }, { now: at('2026-03-20T09:00') })
  await deal('2026-02-20T09:00', '2026-03-05T09:00', 1000)
  await deal('2026-03-06T09:00', '2026-04-02T09:00', 500)
  const { days, previous_days, time_zone, kpis, daily, revenue } = await report(workspace)
  assert.deepEqual([days, previous_days], [march, { from: '2026-01-29', to: '2026-02-28' }])
  assert.equal(time_zone, 'America/Bogota')
  assert.deepEqual(kpis.conversations, { current: 2, previous: 1, change: 100 })
  assert.deepEqual(kpis.incoming_messages, { current: 2, previous: 1, change: 100 })
  assert.deepEqual(kpis.human_messages, { current: 2, previous: 1, change: 100 })
  assert.deepEqual(kpis.opportunities, { current: 1, previous: 1, change: 0 })
  assert.deepEqual(kpis.first_response_mean_seconds, { current: 60, previous: 60, change: 0 })
  assert.deepEqual(kpis.first_response_median_seconds, { current: 60, previous: 60, change: 0 })
  // Created in February, won in March: each counts in its own month.
  assert.deepEqual(kpis.won, { current: 1, previous: 0, change: null })
  assert.deepEqual(kpis.revenue, { current: 1000, previous: 0, change: null })
  assert.deepEqual(kpis.leads, { current: 1, previous: 0, change: null })
  assert.equal(revenue.amount, 1000)
  const fifth = daily.find(({ day }) => day === '2026-03-05')!
  assert.deepEqual([fifth.won, fifth.revenue, fifth.opportunities], [1, 1000, 0])
})

test('A change from 0 has no percentage, and the previous 0 is shown', async () => {
  const workspace = await root.addAccount()
  await workspace.write({}, { now: at('2026-03-02T10:00') })
  const { kpis } = await report(workspace)
  assert.deepEqual(kpis.conversations, { current: 1, previous: 0, change: null })
  assert.deepEqual(kpis.resolved, { current: 0, previous: 0, change: null })
  assert.deepEqual(kpis.first_response_mean_seconds, { current: null, previous: null, change: null })
})

test('23:30 on the 31st counts on the 31st, midnight on the next day, and the days add up to the figure', async () => {
  const workspace = await root.addAccount()
  for (const moment of ['2026-02-28T23:59:59', '2026-03-01T00:00', '2026-03-31T23:30', '2026-04-01T00:00'])
    await workspace.write({}, { now: at(moment) })
  const { kpis, daily } = await report(workspace)
  assert.equal(daily.length, 31)
  assert.deepEqual(
    daily.filter(({ conversations }) => conversations > 0).map(({ day, conversations }) => [day, conversations]),
    [
      ['2026-03-01', 1],
      ['2026-03-31', 1],
    ],
  )
  assert.deepEqual([daily[30]!.incoming_messages, daily[30]!.contacts], [1, 1])
  assert.deepEqual(kpis.conversations, { current: 2, previous: 1, change: 100 })
  assert.equal(kpis.contacts.current, 2)
  const { day, ...quiet } = daily[9]!
  assert.equal(day, '2026-03-10')
  assert.ok(Object.values(quiet).every((value) => value === 0))
})

/** UTC moments around midnight on nights when clocks change, and their number per local day. */
const nights = {
  // The 6th starts at one o'clock.
  'America/Santiago': {
    moments: ['2026-09-06T03:59:59Z', '2026-09-06T04:00:00Z', '2026-09-07T02:59:59Z', '2026-09-07T03:00:00Z'],
    days: { '2026-09-05': 1, '2026-09-06': 2, '2026-09-07': 1 },
  },
  // The first hour of the 1st occurs twice.
  'America/Havana': {
    moments: ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z', '2026-11-02T05:00:00Z'],
    days: { '2026-10-31': 1, '2026-11-01': 2, '2026-11-02': 1 },
  },
}

test('Days are those of the workspace, even when clocks change at midnight', async () => {
  for (const [time_zone, { moments, days }] of Object.entries(nights)) {
    const workspace = await root.addAccount()
    await sql`update accounts set time_zone = ${time_zone} where id = ${workspace.actor.account.id}`
    const actor = { ...workspace.actor, account: { ...workspace.actor.account, time_zone } }
    for (const moment of moments) await workspace.write({}, { now: new Date(moment) })
    const [from = '', , to = ''] = Object.keys(days)
    const counts = async () =>
      (await report(workspace, { from, to }, actor)).daily.map(({ day, conversations, contacts }) => [
        day,
        conversations,
        contacts,
      ])
    const expected = Object.entries(days).map(([day, count]) => [day, count, count])
    assert.deepEqual(await counts(), expected, time_zone)
    await rollUpReports(runtime)
    assert.deepEqual(await counts(), expected, time_zone)
  }
})

test('Only public messages by people count as human', async () => {
  const workspace = await root.addAccount()
  const { act, write, actor } = workspace
  const { conversation } = await write({}, { now: at('2026-03-02T10:00') })
  const say = (as: Actor, more = {}) =>
    act(
      'send_message',
      { conversation_id: conversation.id, content: 'Hola', ...more },
      { as, now: at('2026-03-02T10:05') },
    )
  const author = (type: 'api_key' | 'automation' | 'campaign') =>
    loadSystemActor(sql, actor.account.id, { type, id: null, name: type })
  for (const type of ['api_key', 'automation', 'campaign'] as const) await say(await author(type))
  await say(await ai(workspace))
  await say(actor, { private: true })
  const before = await report(workspace)
  assert.deepEqual([before.kpis.human_messages.current, before.kpis.ai_messages.current], [0, 1])
  assert.equal(before.kpis.first_response_mean_seconds.current, null, 'an automatic message is not an answer')
  await act('send_message', { conversation_id: conversation.id, content: 'Soy yo' }, { now: at('2026-03-02T11:00') })
  const { kpis } = await report(workspace)
  assert.deepEqual([kpis.human_messages.current, kpis.first_response_mean_seconds.current], [1, 3600])
})

test('A resolved conversation counts once, on its last resolution; a reopened one does not', async () => {
  const workspace = await root.addAccount()
  const { act, write } = workspace
  const { id: conversation_id } = (await write({}, { now: at('2026-03-02T10:00') })).conversation
  const resolvedOn = async () => {
    const { kpis, daily } = await report(workspace)
    const days = daily.filter(({ resolved }) => resolved > 0)
    return [kpis.resolved.current, ...days.map(({ day }) => day)]
  }
  await act('resolve_conversation', { conversation_id }, { now: at('2026-03-03T10:00') })
  assert.deepEqual(await resolvedOn(), [1, '2026-03-03'])
  await act('reopen_conversation', { conversation_id }, { now: at('2026-03-04T10:00') })
  assert.deepEqual(await resolvedOn(), [0])
  await act('resolve_conversation', { conversation_id }, { now: at('2026-03-05T10:00') })
  assert.deepEqual(await resolvedOn(), [1, '2026-03-05'])
})

test('Currencies are never added; the figure is in the workspace currency, others are listed', async () => {
  const workspace = await root.addAccount()
  const { act, contact, sales } = workspace
  const win = async (amount: number | undefined, currency: string) => {
    const fresh = { name: 'Venta', contact_id: (await contact()).id, expected_close_date: '2026-12-31', currency }
    const made = { ...fresh, pipeline: sales.id, ...(amount !== undefined && { amount }) }
    const { id } = await act('crm_create_opportunity', made, { now: at('2026-03-01T09:00') })
    await act('crm_mark_opportunity_outcome', { opportunity_id: id, outcome: 'won' }, { now: at('2026-03-02T09:00') })
    return id
  }
  await win(0.1, 'COP')
  await win(0.2, 'COP')
  await win(100, 'USD')
  await win(undefined, 'COP')
  const reopened = await win(7000, 'COP')
  await act('crm_update_opportunity', { opportunity_id: reopened, status: 'open' }, { now: at('2026-03-03T09:00') })
  const binned = await win(9000, 'COP')
  await act('delete_opportunity', { opportunity_id: binned })
  const { kpis, revenue, daily } = await report(workspace)
  assert.deepEqual([kpis.won.current, kpis.revenue.current], [4, 0.3])
  assert.deepEqual(revenue, {
    currency: 'COP',
    amount: 0.3,
    by_currency: [
      { currency: 'COP', amount: 0.3, count: 3 },
      { currency: 'USD', amount: 100, count: 1 },
    ],
    mixed_currency: true,
    without_amount: 1,
  })
  assert.equal(daily[1]!.revenue, 0.3)
})

test('New conversations are broken down by current status, priority and channel', async () => {
  const workspace = await root.addAccount()
  const { act, write } = workspace
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget', auto_assign: false })
  const now = at('2026-03-10T10:00')
  const [first, second] = [(await write({}, { now })).conversation.id, (await write({}, { now })).conversation.id]
  for (const client_id of ['uno', 'dos'])
    await workspace.visit(site).chat('post_chat_message', { client_id, content: 'Hola' }, { now })
  await act('set_conversation_priority', { conversation_id: first, priority: 'urgent' })
  await act('resolve_conversation', { conversation_id: second })
  await write({}, { now: at('2026-04-05T10:00') })
  const { by_status, by_channel, by_priority } = await report(workspace)
  assert.deepEqual(
    by_status.map(({ status }) => status),
    [...statuses],
  )
  assert.deepEqual(
    by_channel.map(({ channel }) => channel),
    [...channels],
  )
  assert.deepEqual(
    by_priority.map(({ priority }) => priority),
    [...priorities],
  )
  const of = (rows: readonly object[]) => rows.map((row) => Object.values(row)).filter(([, count]) => count > 0)
  assert.deepEqual(of(by_status), [
    ['open', 3, 75],
    ['resolved', 1, 25],
  ])
  assert.deepEqual(of(by_channel), [
    ['web_widget', 2, 50],
    ['api', 2, 50],
  ])
  assert.deepEqual(of(by_priority), [
    ['urgent', 1, 25],
    ['none', 3, 75],
  ])
  assert.ok(
    (await report(workspace, { from: '2025-01-01', to: '2025-01-31' })).by_status.every(({ share }) => share === null),
  )
})

test('The source of a contact is its own, otherwise its first channel, otherwise direct', async () => {
  const workspace = await root.addAccount()
  const { act, write } = workspace
  const now = at('2026-03-10T10:00')
  const known = (custom_attributes: Record<string, string>) =>
    act('create_contact', { name: 'X', email: `o.${Math.random()}@example.com`, custom_attributes }, { now })
  await known({ utm_source: ' Google ', source: 'feria' })
  await known({ utm_source: 'google' })
  await known({ source: 'Feria' })
  await known({})
  await write({}, { now })
  const { attribution, kpis } = await report(workspace)
  assert.deepEqual(attribution, [
    { source: 'google', contacts: 2, share: 40 },
    { source: 'api', contacts: 1, share: 20 },
    { source: 'directo', contacts: 1, share: 20 },
    { source: 'feria', contacts: 1, share: 20 },
  ])
  assert.equal(kpis.contacts.current, 5)
})

test('An inbox filter keeps its conversations and the contacts who first wrote to it, with their deals', async () => {
  const workspace = await root.addAccount()
  const { act, write, inbox, sales } = workspace
  const other = await act('create_inbox', { name: 'Otra', channel: 'api', auto_assign: false })
  const now = at('2026-03-10T10:00')
  for (const inbox_id of [inbox.id, other.id, other.id]) {
    const { conversation } = await write({ inbox_id }, { now })
    const contact_id = conversation.contact.id
    await act('crm_create_lead', { name: 'Lead', contact_id }, { now })
    const fresh = { name: 'Venta', contact_id, amount: 10, expected_close_date: '2026-12-31', pipeline: sales.id }
    const { id } = await act('crm_create_opportunity', fresh, { now })
    await act('crm_mark_opportunity_outcome', { opportunity_id: id, outcome: 'won' }, { now })
  }
  const { kpis, by_channel, attribution } = await report(workspace, { ...march, inbox_id: other.id })
  const counts = ['conversations', 'contacts', 'leads', 'opportunities', 'won'] as const
  assert.deepEqual(
    counts.map((figure) => kpis[figure].current),
    [2, 2, 2, 2, 2],
  )
  assert.equal(kpis.revenue.current, 20)
  assert.deepEqual(
    by_channel.filter(({ count }) => count > 0).map(({ channel, count }) => [channel, count]),
    [['api', 2]],
  )
  assert.deepEqual(attribution, [{ source: 'api', contacts: 2, share: 100 }])
  assert.equal((await refusal(report(workspace, { inbox_id: '999999' }))).code, 'not_found')
})

test('Open counts equal the conversation list, independent of the days', async () => {
  const workspace = await root.addAccount()
  const { act, write, actor } = workspace
  await write()
  const [mine, done] = [(await write()).conversation.id, (await write()).conversation.id]
  await act('assign_conversation', { conversation_id: mine, agent: actor.id! })
  await act('mark_conversation_read', { conversation_id: mine })
  await act('resolve_conversation', { conversation_id: done })
  const { now } = await report(workspace)
  assert.deepEqual(now, { open: 2, unassigned: 1, unread: 1 })
  const listed = async (input: Input<'list_conversations'>) => (await act('list_conversations', input)).items.length
  assert.deepEqual(
    [await listed({}), await listed({ unassigned_only: true }), await listed({ unread_only: true })],
    [2, 1, 1],
  )
})

test('Figures are equal before and after a rollup, after a rebuild and from raw rows', async () => {
  const workspace = await root.addAccount()
  const { act, write, actor, addAgent } = workspace
  const team = await addAgent('Equipo', { visibility: 'team' })
  const { id: team_id } = await act('create_team', { name: 'Ventas', members: [team.id!] })
  for (let i = 1; i <= 9; i++) {
    const { conversation } = await write({}, { now: at(`2026-03-0${i}T09:00`) })
    const conversation_id = conversation.id
    await act('set_conversation_team', { conversation_id, team: team_id })
    if (i % 2) await act('send_message', { conversation_id, content: 'Sí' }, { now: at(`2026-03-0${i}T09:${10 + i}`) })
    if (i % 3 === 0) await act('resolve_conversation', { conversation_id }, { now: at(`2026-03-0${i}T10:00`) })
  }
  const expected = await report(workspace)
  assert.deepEqual(
    [expected.kpis.conversations.current, expected.kpis.resolved.current, expected.kpis.human_messages.current],
    [9, 3, 5],
  )
  assert.deepEqual(await report(workspace, march, team), expected, 'read with team visibility')
  await rollUpReports(runtime)
  assert.deepEqual(await report(workspace), expected)
  await sql`update report_counts set count = count + 5 where account_id = ${actor.account.id}`
  await sql`update report_totals set count = count + 5 where account_id = ${actor.account.id}`
  assert.notDeepEqual(await report(workspace), expected)
  await rebuildReports(runtime, actor.account.id)
  assert.deepEqual(await report(workspace), expected)
})

test('Limited visibility counts own conversations and deals, and workspaces are isolated', async () => {
  const workspace = await root.addAccount()
  const { act, write, addAgent, sales } = workspace
  const ines = await addAgent('Inés', { visibility: 'own' })
  const now = at('2026-03-10T10:00')
  const { conversation } = await write({}, { now })
  await write({}, { now })
  await act('assign_conversation', { conversation_id: conversation.id, agent: ines.id! }, { now })
  for (const owner_id of [ines.id!, workspace.actor.id!]) {
    await act('crm_create_lead', { name: 'Lead', owner_id }, { now })
    const fresh = { name: 'Venta', contact_id: conversation.contact.id, expected_close_date: '2026-12-31', owner_id }
    await act('crm_create_opportunity', { ...fresh, pipeline: sales.id }, { now })
  }
  const { kpis, by_status, now: open } = await report(workspace, march, ines)
  assert.deepEqual(
    [kpis.conversations, kpis.incoming_messages, kpis.leads, kpis.opportunities].map(({ current }) => current),
    [1, 1, 1, 1],
  )
  assert.deepEqual([by_status[0]!.count, open.open], [1, 1])
  const other = await root.addAccount()
  const theirs = await report(other)
  assert.ok(Object.values(theirs.kpis).every(({ current }) => !current))
  assert.deepEqual(theirs.now, { open: 0, unassigned: 0, unread: 0 })
})

test('Where contacts are limited, new contacts and their sources are those in the list of the caller', async () => {
  const workspace = await root.addAccount()
  const { act, write, addAgent } = workspace
  const ines = await addAgent('Inés', { visibility: 'own' })
  const now = at('2026-03-10T10:00')
  const { conversation } = await write({}, { now })
  await write({}, { now })
  await act('assign_conversation', { conversation_id: conversation.id, agent: ines.id! }, { now })
  const limited = { ...ines, account: { ...ines.account, contacts_visibility: 'related' as const } }
  for (const [as, count] of [
    [ines, 2],
    [limited, 1],
  ] as const) {
    const { kpis, attribution } = await report(workspace, march, as)
    assert.equal(kpis.contacts.current, count)
    assert.deepEqual(
      attribution.map(({ contacts, share }) => [contacts, share]),
      [[count, 100]],
    )
    assert.equal((await act('search_contacts', {}, { as })).items.length, count)
    const { attribution: origins } = await act('get_crm_report', march, { as })
    assert.equal(
      origins.reduce((sum, { contacts }) => sum + contacts, 0),
      count,
    )
  }
})

test('Without days the last thirty including today are used, and invalid ones are refused', async () => {
  const workspace = await root.addAccount()
  const { days, previous_days, daily } = await report(workspace, {})
  assert.deepEqual(days, { from: '2026-03-12', to: '2026-04-10' })
  assert.deepEqual(previous_days, { from: '2026-02-10', to: '2026-03-11' })
  assert.equal(daily.length, 30)
  assert.deepEqual((await report(workspace, { days: 1 })).days, { from: '2026-04-10', to: '2026-04-10' })
  const code = async (input: Input<'get_overview_report'>) => (await refusal(report(workspace, input))).code
  assert.equal(await code({ from: '2026-03-01' }), 'missing_field')
  assert.equal(await code({ to: '2026-03-01' }), 'missing_field')
  assert.equal(await code({ from: '2026-03-02', to: '2026-03-01' }), 'invalid_value')
  assert.equal(await code({ days: 0 }), 'invalid_request')
  assert.equal(await code({ from: '2026-02-30', to: '2026-03-01' }), 'invalid_request')
})

test('The overview report requires reports:read', async () => {
  const as = root.only('conversations:read', 'crm:read', 'contacts:read')
  assert.equal((await refusal(root.act('get_overview_report', {}, { as }))).code, 'permission_denied')
})
