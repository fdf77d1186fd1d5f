import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

const make = () =>
  act('create_inbox', { name: 'Sitio', channel: 'web_widget', settings: { color: '#0f766e', position: 'left' } })

test('Only the given fields change, and the event contains the inbox', async () => {
  const before = await make()
  const now = new Date(Date.now() + 60_000)
  const after = await act('update_inbox', { inbox_id: before.id, name: ' Tienda ', ai_agent_enabled: true }, { now })
  assert.deepEqual(after, { ...before, name: 'Tienda', ai_agent_enabled: true, updated_at: now.toISOString() })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'inbox.updated')
  assert.deepEqual(event?.payload, { inbox: after })
})

test('Settings are merged, and null clears one', async () => {
  const { id: inbox_id } = await make()
  const change = (settings: object) => act('update_inbox', { inbox_id, settings })
  assert.deepEqual((await change({ pre_chat: true })).settings, { color: '#0f766e', position: 'left', pre_chat: true })
  assert.deepEqual((await change({ position: null, pre_chat: false })).settings, { color: '#0f766e', pre_chat: false })
})

test('An update without changes has no effect and emits no event', async () => {
  const before = await make()
  const known = await events()
  const same = {
    inbox_id: before.id,
    name: before.name,
    auto_assign: true,
    settings: { position: 'left', locale: null },
  } as const
  assert.deepEqual(await act('update_inbox', same, { now: new Date(Date.now() + 60_000) }), before)
  assert.deepEqual(await events(), known)
})

const hours = {
  time_zone: 'America/Bogota',
  intervals: [
    { day: 1, from: '14:00', to: '18:00' },
    { day: 1, from: '08:00', to: '12:00' },
    { day: 7, from: '00:00', to: '24:00' },
  ],
  holidays: [{ date: '2026-12-25', name: 'Navidad' }],
  out_of_office_message: 'Volvemos mañana',
}
const target = { priority: null, first_response_minutes: 5, next_response_minutes: 10, resolution_minutes: null }

test('Business hours are sorted, null means always open, and targets and surveys are replaced as a whole', async () => {
  const { id: inbox_id, ...made } = await make()
  assert.equal(made.business_hours, null)
  const { business_hours } = await act('update_inbox', { inbox_id, business_hours: hours })
  const [late, early, sunday] = hours.intervals
  assert.deepEqual(business_hours, { ...hours, intervals: [early, late, sunday] })
  const sla = { business_hours_only: false, targets: [target, { ...target, priority: 'urgent' as const }] }
  const csat = { enabled: true, message: '¿Cómo le fue?' }
  const after = await act('update_inbox', { inbox_id, sla, csat })
  assert.deepEqual([after.sla, after.csat, after.business_hours], [sla, csat, business_hours])
  assert.deepEqual((await events()).at(-1)?.payload, { inbox: after })
  const open = await act('update_inbox', { inbox_id, business_hours: null })
  assert.deepEqual([open.business_hours, open.sla], [null, sla])
})

test('The same hours in another order change nothing', async () => {
  const { id: inbox_id } = await make()
  const before = await act('update_inbox', { inbox_id, business_hours: hours })
  const known = await events()
  const turned = { ...hours, intervals: hours.intervals.toReversed() }
  const now = new Date(Date.now() + 60_000)
  assert.deepEqual(await act('update_inbox', { inbox_id, business_hours: turned }, { now }), before)
  assert.deepEqual(await events(), known)
})

test('Overlapping or reversed hours and unknown time zones are rejected with advice', async () => {
  const { id: inbox_id } = await make()
  const wrong = [
    [{ intervals: [interval(1, '08:00', '12:00'), interval(1, '11:59', '13:00')] }, 'intervals', /overlap/],
    [{ intervals: [interval(2, '08:00', '12:00'), interval(2, '08:00', '12:00')] }, 'intervals', /overlap/],
    [{ intervals: [interval(2, '12:00', '08:00')] }, 'intervals', /split one that spans midnight in two/],
    [{ intervals: [interval(2, '08:00', '08:00')] }, 'intervals', /not a valid interval/],
    [{ time_zone: 'America/Macondo' }, 'time_zone', /America\/Bogota/],
    [{ time_zone: 'bogota' }, 'time_zone', /America\/Bogota/],
    [{ time_zone: '' }, 'time_zone', /America\/Bogota/],
  ] as const
  for (const [change, field, words] of wrong) {
    const business_hours = { ...hours, ...change, intervals: [...('intervals' in change ? change.intervals : [])] }
    const problem = await refusal(act('update_inbox', { inbox_id, business_hours }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', `business_hours/${field}`])
    assert.match(problem.message, words)
  }
  const beside = [interval(1, '08:00', '12:00'), interval(1, '12:00', '13:00'), interval(2, '08:00', '12:00')]
  await act('update_inbox', { inbox_id, business_hours: { ...hours, intervals: beside } })
})

test('An invalid time, day or minute is rejected with its position', async () => {
  const { id: inbox_id } = await make()
  const spoiled = (intervals: object[]) => ({ business_hours: { ...hours, intervals } })
  for (const [change, pointer] of [
    [spoiled([interval(1, '8:00', '12:00')]), 'business_hours/intervals/0/from'],
    [spoiled([interval(1, '08:00', '24:01')]), 'business_hours/intervals/0/to'],
    [spoiled([interval(8, '08:00', '12:00')]), 'business_hours/intervals/0/day'],
    [{ business_hours: { ...hours, holidays: [{ date: '2026-02-30', name: 'x' }] } }, 'business_hours/holidays/0/date'],
    [{ sla: { business_hours_only: true, targets: [{ ...target, first_response_minutes: 0.5 }] } }, 'sla/targets/0'],
    [{ csat: { enabled: 'yes', message: null } }, 'csat/enabled'],
  ] as const) {
    const problem = await refusal(act('update_inbox', { inbox_id, ...change } as never))
    assert.ok(problem.extra.errors?.[0]?.field.startsWith(pointer), JSON.stringify(problem.extra))
  }
})

test('Two targets for the same priority are rejected', async () => {
  const { id: inbox_id } = await make()
  for (const priority of ['high', null] as const) {
    const sla = { business_hours_only: true, targets: [1, 2].map(() => ({ ...target, priority })) }
    const problem = await refusal(act('update_inbox', { inbox_id, sla }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'sla/targets'])
  }
  assert.equal((await act('get_inbox', { inbox_id })).sla.targets.length, 1)
})

function interval(day: number, from: string, to: string) {
  return { day, from, to }
}

test('The channel and the token cannot change', async () => {
  const { id: inbox_id } = await make()
  for (const field of ['channel', 'token', 'identity_secret'])
    assert.equal((await refusal(act('update_inbox', { inbox_id, [field]: 'api' } as never))).code, 'invalid_request')
})

test('Concurrent changes to different fields are all kept', async () => {
  for (let i = 0; i < 5; i++) {
    const { id: inbox_id } = await make()
    await Promise.all([
      act('update_inbox', { inbox_id, name: `A la vez ${i}` }),
      act('update_inbox', { inbox_id, settings: { pre_chat: true } }),
      act('update_inbox', { inbox_id, settings: { color: null } }),
    ])
    const after = await act('get_inbox', { inbox_id })
    assert.deepEqual([after.name, after.settings], [`A la vez ${i}`, { position: 'left', pre_chat: true }])
  }
})

test('An empty name, an unknown inbox and one of another workspace are rejected', async () => {
  const { id } = await make()
  assert.equal((await refusal(act('update_inbox', { inbox_id: id, name: ' ' }))).code, 'missing_field')
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const inbox_id of [theirs.id, '999999']) {
    const problem = await refusal(act('update_inbox', { inbox_id, name: 'Robada' }))
    assert.equal(problem.code, 'not_found')
    assert.match(problem.message, new RegExp(`^There is no inbox with id ${inbox_id};`))
  }
  assert.equal((await other.act('get_inbox', { inbox_id: theirs.id })).name, 'Ajena')
})

test('Changing an inbox requires permission to change the workspace', async () => {
  const { id: inbox_id } = await make()
  const problem = await refusal(act('update_inbox', { inbox_id, name: 'No' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})

test('Automatic messages can only use known variables', async () => {
  const { id: inbox_id } = await make()
  const hours = { time_zone: 'America/Bogota', intervals: [], holidays: [] }
  const away = (out_of_office_message: string) =>
    act('update_inbox', { inbox_id, business_hours: { ...hours, out_of_office_message } })
  const ask = (message: string) => act('update_inbox', { inbox_id, csat: { enabled: true, message } })
  const problems = [await refusal(away('Hola {{nombre}}')), await refusal(ask('¿Qué tal, {{contact.nombre}}?'))]
  assert.deepEqual(
    problems.map(({ code, extra }) => [code, extra.errors?.[0]?.field]),
    [
      ['invalid_value', 'business_hours/out_of_office_message'],
      ['invalid_value', 'csat/message'],
    ],
  )
  await away('Hola {{contact.first_name}}')
  await ask('¿Qué tal, {{contact.first_name | default: "amiga"}}?')
})
