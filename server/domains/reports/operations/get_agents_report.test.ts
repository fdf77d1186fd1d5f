import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rollUpReports } from '#domains/reports/rollup/rollup.ts'
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
const report = (workspace: Workspace, input: Input<'get_agents_report'> = march, as?: Actor) =>
  workspace.act('get_agents_report', input, { now: at('2026-04-10T12:00'), ...(as && { as }) })

/** A workspace with two agents and helpers to assign conversations to them. */
async function open() {
  const workspace = await root.addAccount()
  const [ines, luis] = [await workspace.addAgent('Inés'), await workspace.addAgent('Luis')]
  const ask = async (moment: string) => (await workspace.write({}, { now: at(moment) })).conversation.id
  const give = (conversation_id: string, agent: Actor, moment: string) =>
    workspace.act('assign_conversation', { conversation_id, agent: agent.id! }, { now: at(moment) })
  const answer = (conversation_id: string, as: Actor, moment: string) =>
    workspace.act('send_message', { conversation_id, content: 'Sí' }, { as, now: at(moment) })
  const resolve = (conversation_id: string, moment: string) =>
    workspace.act('resolve_conversation', { conversation_id }, { now: at(moment) })
  const of = async (agent: Actor, input?: Input<'get_agents_report'>) =>
    (await report(workspace, input)).agents.find((row) => row.agent.id === agent.id)!
  return { ...workspace, ines, luis, ask, give, answer, resolve, of, workspace }
}

test('All active agents are listed by name, even without activity', async () => {
  const { workspace, ines } = await open()
  const { days, time_zone, agents, conversations, note } = await report(workspace)
  assert.deepEqual([days, time_zone, conversations, note], [march, 'America/Bogota', null, null])
  assert.deepEqual(
    agents.map(({ name }) => name),
    ['Ana Admin', 'Inés', 'Luis'],
  )
  assert.deepEqual(agents[1], {
    agent: { id: ines.id, name: 'Inés' },
    name: 'Inés',
    active: true,
    assigned: 0,
    resolved: 0,
    resolution_rate: null,
    first_responses: 0,
    first_response_mean_seconds: null,
    first_response_median_seconds: null,
    business_hours_mean_seconds: null,
    messages: 0,
  })
})

test('A conversation assigned twice counts once per agent, and again in a later window', async () => {
  const { ines, luis, ask, give, of } = await open()
  const conversation = await ask('2026-02-27T09:00')
  await give(conversation, ines, '2026-02-28T09:00')
  await give(conversation, luis, '2026-03-02T09:00')
  await give(conversation, ines, '2026-03-03T09:00')
  await give(conversation, luis, '2026-03-04T09:00')
  await give(conversation, ines, '2026-03-05T09:00')
  const february = { from: '2026-02-01', to: '2026-02-28' }
  const both = { from: '2026-02-01', to: '2026-03-31' }
  for (let folded = 0; folded < 2; folded++) {
    const rows = await Promise.all([ines, luis].map(async (who) => (await of(who)).assigned))
    assert.deepEqual(rows, [1, 1])
    assert.deepEqual([(await of(ines, february)).assigned, (await of(luis, february)).assigned], [1, 0])
    assert.deepEqual([(await of(ines, both)).assigned, (await of(luis, both)).assigned], [1, 1])
    await rollUpReports(runtime)
  }
})

test('Resolved counts conversations resolved now or while assigned, never more than assigned', async () => {
  const { act, ines, luis, ask, give, resolve, of } = await open()
  const [settled, returned, passedOn] = [
    await ask('2026-03-02T09:00'),
    await ask('2026-03-02T09:00'),
    await ask('2026-03-02T09:00'),
  ]
  for (const each of [settled, returned, passedOn]) await give(each, ines, '2026-03-02T10:00')
  await resolve(settled, '2026-03-02T11:00')
  // Resolved while assigned to her, then reopened.
  await resolve(returned, '2026-03-02T11:00')
  await act('reopen_conversation', { conversation_id: returned }, { now: at('2026-03-03T09:00') })
  await resolve(returned, '2026-03-03T10:00')
  await act('reopen_conversation', { conversation_id: returned }, { now: at('2026-03-03T11:00') })
  await give(passedOn, luis, '2026-03-04T09:00')
  const before = await of(ines)
  assert.deepEqual([before.assigned, before.resolved, before.resolution_rate], [3, 2, 66.7])
  await resolve(passedOn, '2026-03-05T09:00')
  const [hers, his] = [await of(ines), await of(luis)]
  assert.deepEqual([hers.assigned, hers.resolved, hers.resolution_rate], [3, 3, 100])
  assert.deepEqual([his.assigned, his.resolved, his.resolution_rate], [1, 1, 100])
  await act('reopen_conversation', { conversation_id: passedOn }, { now: at('2026-03-06T09:00') })
  assert.deepEqual([(await of(ines)).resolved, (await of(luis)).resolved], [2, 1])
})

test('A conversation assigned again in the window counts as resolved if it is now', async () => {
  const { act, ines, ask, give, resolve, of } = await open()
  const conversation_id = await ask('2026-02-10T09:00')
  await give(conversation_id, ines, '2026-02-10T10:00')
  await act('unassign_conversation', { conversation_id }, { now: at('2026-02-11T10:00') })
  await give(conversation_id, ines, '2026-03-10T10:00')
  assert.deepEqual([(await of(ines)).assigned, (await of(ines)).resolved], [1, 0])
  await resolve(conversation_id, '2026-03-11T10:00')
  assert.deepEqual([(await of(ines)).assigned, (await of(ines)).resolved], [1, 1])
})

test('The first answer is credited to its author, not to the assignee', async () => {
  const { ines, luis, ask, give, answer, of } = await open()
  for (const [minutes, i] of [2, 4, 12].map((each, index) => [each, index] as const)) {
    const conversation = await ask(`2026-03-0${i + 2}T09:00`)
    await give(conversation, luis, `2026-03-0${i + 2}T09:01`)
    await answer(conversation, ines, `2026-03-0${i + 2}T09:${String(minutes).padStart(2, '0')}`)
    await answer(conversation, luis, `2026-03-0${i + 2}T09:30`)
  }
  const [hers, his] = [await of(ines), await of(luis)]
  assert.deepEqual([hers.assigned, hers.first_responses, hers.messages], [0, 3, 3])
  assert.deepEqual([hers.first_response_mean_seconds, hers.first_response_median_seconds], [360, 240])
  assert.equal(hers.business_hours_mean_seconds, 360)
  assert.deepEqual([his.assigned, his.first_responses, his.messages], [3, 0, 3])
  assert.equal(his.first_response_mean_seconds, null)
})

test('A former agent is listed only with activity in the window', async () => {
  const { workspace, act, luis, ask, give } = await open()
  await give(await ask('2026-03-02T09:00'), luis, '2026-03-02T10:00')
  await act('deactivate_member', { member_id: luis.id!, leave: true })
  const row = (await report(workspace)).agents.find(({ name }) => name === 'Luis')!
  assert.deepEqual([row.agent, row.active, row.assigned], [{ id: luis.id, name: 'Luis' }, false, 1])
  const later = await report(workspace, { from: '2026-04-01', to: '2026-04-09' })
  assert.deepEqual(
    later.agents.map(({ name }) => name),
    ['Ana Admin', 'Inés'],
  )
  assert.equal((await report(workspace, { ...march, agent: 'luis' })).conversations?.length, 1)
})

test('The conversations of an agent explain their figures, newest first', async () => {
  const { workspace, act, inbox, ines, luis, ask, give, answer, resolve } = await open()
  const intervals = [{ day: 1, from: '08:00', to: '17:00' }]
  const business_hours = { time_zone: 'America/Bogota', intervals, holidays: [], out_of_office_message: null }
  await act('update_inbox', { inbox_id: inbox.id, business_hours })
  const [given, answered, silent] = [
    await ask('2026-03-02T07:00'),
    await ask('2026-03-09T09:00'),
    await ask('2026-03-16T09:00'),
  ]
  await give(given, ines, '2026-03-02T07:30')
  await answer(given, ines, '2026-03-02T08:10')
  await resolve(given, '2026-03-02T12:00')
  await give(answered, luis, '2026-03-09T09:01')
  await answer(answered, ines, '2026-03-09T09:02')
  await give(silent, ines, '2026-03-16T09:01')
  await answer(silent, luis, '2026-03-16T09:05')
  const { conversations, note } = await report(workspace, { ...march, agent: 'ines' })
  assert.equal(note, null)
  const rows = conversations!.map(({ url, contact, inbox: where, ...row }) => {
    assert.match(url, new RegExp(`/app/${workspace.actor.account.id}/conversations/${row.conversation_id}$`))
    assert.ok(contact.id && contact.name)
    assert.deepEqual(where, { id: inbox.id, name: 'Ventas' })
    return row
  })
  const iso = (local: string) => at(local).toISOString()
  const [she, he] = [
    { id: ines.id, name: 'Inés' },
    { id: luis.id, name: 'Luis' },
  ]
  assert.deepEqual(rows, [
    {
      conversation_id: silent,
      assigned_at: iso('2026-03-16T09:01'),
      asked_at: iso('2026-03-16T09:00'),
      replied_by: he,
      first_response_seconds: 300,
      business_hours_seconds: 300,
      resolved: false,
    },
    {
      conversation_id: answered,
      assigned_at: null,
      asked_at: iso('2026-03-09T09:00'),
      replied_by: she,
      first_response_seconds: 120,
      business_hours_seconds: 120,
      resolved: false,
    },
    {
      conversation_id: given,
      assigned_at: iso('2026-03-02T07:30'),
      asked_at: iso('2026-03-02T07:00'),
      replied_by: she,
      first_response_seconds: 4200,
      business_hours_seconds: 600,
      resolved: true,
    },
  ])
  // The mean covers the rows she answered.
  const { first_response_mean_seconds } = (await report(workspace)).agents.find(({ name }) => name === 'Inés')!
  assert.equal(first_response_mean_seconds, (4200 + 120) / 2)
})

test('At most 100 conversations are shown, with a hint that there are more', async () => {
  const { workspace, ines, ask, give } = await open()
  for (let i = 0; i < 101; i++) await give(await ask('2026-03-02T09:00'), ines, '2026-03-02T10:00')
  const { conversations, note, agents } = await report(workspace, { ...march, agent: ines.id! })
  assert.equal(conversations!.length, 100)
  assert.match(note!, /100 conversaciones más recientes/)
  assert.equal(agents.find(({ name }) => name === 'Inés')!.assigned, 101)
})

test('An agent is found by name, e-mail or id; unknown and ambiguous ones are refused', async () => {
  const { workspace, ines, addAgent } = await open()
  const reportOn = (agent: string) => report(workspace, { ...march, agent })
  const [email] = await sql<{ email: string }>`select email from users where id = ${ines.id}`
  for (const agent of ['INES', email!.email, ines.id!]) assert.deepEqual((await reportOn(agent)).conversations, [])
  const missing = await refusal(reportOn('Nadie'))
  assert.deepEqual([missing.code, missing.extra.errors?.[0]?.field], ['not_found', 'agent'])
  assert.match(missing.message, /Inés/)
  await addAgent('Inés')
  assert.equal((await refusal(reportOn('Inés'))).code, 'ambiguous_reference')
  const other = await root.addAccount()
  assert.equal((await refusal(reportOn(other.actor.id!))).code, 'not_found')
})

test('An inbox filter limits everything to its conversations', async () => {
  const { workspace, act, write, ines, ask, give, answer } = await open()
  const inbox = await act('create_inbox', { name: 'Otra', channel: 'api', auto_assign: false })
  const there = (await write({ inbox_id: inbox.id }, { now: at('2026-03-02T09:00') })).conversation.id
  for (const each of [there, await ask('2026-03-02T09:00')]) {
    await give(each, ines, '2026-03-02T09:01')
    await answer(each, ines, '2026-03-02T09:02')
  }
  const { agents, conversations } = await report(workspace, { ...march, inbox_id: inbox.id, agent: 'Inés' })
  const row = agents.find(({ name }) => name === 'Inés')!
  assert.deepEqual([row.assigned, row.first_responses, row.messages, conversations!.length], [1, 1, 1, 1])
})

test('Figures with limited visibility cover own conversations only', async () => {
  const { workspace, addAgent, ines, ask, give, answer } = await open()
  const own = await addAgent('Solo', { visibility: 'own' })
  const [hers, theirs] = [await ask('2026-03-02T09:00'), await ask('2026-03-02T09:00')]
  await give(hers, ines, '2026-03-02T09:01')
  await give(theirs, own, '2026-03-02T09:01')
  for (const each of [hers, theirs]) await answer(each, ines, '2026-03-02T09:02')
  const { agents, conversations } = await report(workspace, { ...march, agent: 'Inés' }, own)
  const rows = (name: string) => {
    const { assigned, first_responses, messages } = agents.find((row) => row.name === name)!
    return [assigned, first_responses, messages]
  }
  assert.deepEqual(
    [rows('Solo'), rows('Inés')],
    [
      [1, 0, 0],
      [0, 1, 1],
    ],
  )
  assert.deepEqual(
    conversations!.map(({ conversation_id }) => conversation_id),
    [theirs],
  )
})

test('The agents report requires reports:read', async () => {
  const as = root.only('conversations:read', 'workspace:read')
  assert.equal((await refusal(root.act('get_agents_report', {}, { as }))).code, 'permission_denied')
})
