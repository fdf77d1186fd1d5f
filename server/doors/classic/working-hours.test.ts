import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClassicNode } from '#test/classic.ts'

const { classic, ok, rest, key } = await openClassicNode()

type Inbox = {
  id: string
  business_hours: { intervals: object[]; holidays: object[]; time_zone: string } | null
  csat: object
}
const make = (more: object = {}) => ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' }, ...more })
const ours = async ({ id }: { id: number }) => (await rest<Inbox>('GET', `/inboxes/${id}`, { key })).body

const day = (day_of_week: number, open: number | null, close: number | null, more: object = {}) => ({
  day_of_week,
  closed_all_day: open === null,
  open_hour: open,
  open_minutes: open === null ? null : 0,
  close_hour: close,
  close_minutes: close === null ? null : 0,
  open_all_day: false,
  ...more,
})

test('An inbox without hours is always open and sends no survey', async () => {
  const inbox = await make()
  assert.deepEqual(
    [inbox.working_hours_enabled, inbox.timezone, inbox.out_of_office_message, inbox.csat_survey_enabled],
    [false, 'America/Bogota', null, false],
  )
  assert.equal(inbox.working_hours.length, 7)
  for (const [i, each] of inbox.working_hours.entries())
    assert.deepEqual(each, day(i, 0, 23, { close_minutes: 59, open_all_day: true }))
})

test('Hours, time zone, message and survey are saved and returned as sent', async () => {
  const working_hours = [
    day(0, null, null),
    day(1, 8, 18),
    day(2, 8, 18),
    day(3, 8, 18),
    day(4, 8, 18),
    day(5, 8, 17, { close_minutes: 30 }),
    day(6, 0, 23, { close_minutes: 59, open_all_day: true }),
  ]
  const sent = {
    working_hours_enabled: true,
    working_hours,
    timezone: 'America/Santiago',
    out_of_office_message: 'Volvemos mañana',
    csat_survey_enabled: true,
  }
  const inbox = await make(sent)
  for (const [field, value] of Object.entries(sent)) assert.deepEqual(inbox[field], value, field)
  const { business_hours, csat } = await ours(inbox)
  assert.deepEqual(business_hours, {
    time_zone: 'America/Santiago',
    intervals: [
      ...[1, 2, 3, 4].map((each) => ({ day: each, from: '08:00', to: '18:00' })),
      { day: 5, from: '08:00', to: '17:30' },
      { day: 6, from: '00:00', to: '24:00' },
    ],
    holidays: [],
    out_of_office_message: 'Volvemos mañana',
  })
  assert.deepEqual(csat, { enabled: true, message: null })
})

test('Only the fields sent change, single days included; everything else is kept', async () => {
  const inbox = await make({ working_hours_enabled: true })
  assert.deepEqual(inbox.working_hours[1], day(1, 9, 17))
  assert.deepEqual(inbox.working_hours[6], day(6, null, null))
  const hours = {
    time_zone: 'Europe/Madrid',
    intervals: [
      { day: 1, from: '08:00', to: '12:00' },
      { day: 1, from: '14:00', to: '18:00' },
      { day: 2, from: '08:00', to: '12:00' },
    ],
    holidays: [{ date: '2026-12-25', name: 'Navidad' }],
    out_of_office_message: 'Cerrado',
  }
  await rest('PATCH', `/inboxes/${inbox.id}`, { key, body: { business_hours: hours } })
  const read = await ok('GET', `/inboxes/${inbox.id}`)
  assert.deepEqual(read.working_hours[1], day(1, 8, 18))
  const changed = await ok('PATCH', `/inboxes/${inbox.id}`, { working_hours: [day(2, 10, 11)] })
  assert.deepEqual(changed.working_hours[2], day(2, 10, 11))
  const { business_hours } = await ours(inbox)
  assert.deepEqual(business_hours, {
    ...hours,
    intervals: [...hours.intervals.slice(0, 2), { day: 2, from: '10:00', to: '11:00' }],
  })
  const silent = await ok('PATCH', `/inboxes/${inbox.id}`, { out_of_office_message: '', timezone: 'UTC' })
  assert.deepEqual([silent.out_of_office_message, silent.timezone], [null, 'UTC'])
  const renamed = await ok('PATCH', `/inboxes/${inbox.id}`, { name: 'Otro' })
  assert.deepEqual(renamed, { ...silent, name: 'Otro' })
})

test('With hours switched off the inbox is always open; a survey keeps its own question', async () => {
  const inbox = await make({ working_hours_enabled: true, csat_survey_enabled: true })
  const off = await ok('PATCH', `/inboxes/${inbox.id}`, { working_hours_enabled: false })
  assert.deepEqual([off.working_hours_enabled, (await ours(inbox)).business_hours], [false, null])
  assert.equal(off.csat_survey_enabled, true)
  const asking = await ok('PATCH', `/inboxes/${inbox.id}`, { csat_config: { message: '¿Qué tal?' } })
  assert.deepEqual(asking.csat_config, { display_type: 'star', message: '¿Qué tal?' })
  await ok('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: false })
  assert.deepEqual((await ours(inbox)).csat, { enabled: false, message: '¿Qué tal?' })
})

test('Invalid hours are refused, and nothing changes', async () => {
  const inbox = await make({ working_hours_enabled: true })
  const wrong = [
    { working_hours: [day(1, 18, 8)] },
    { working_hours: [day(7, 8, 18)] },
    { working_hours: [day(1, 25, 26)] },
    { working_hours: [day(1, 8, 18, { close_minutes: 'x' })] },
    { working_hours: ['x'] },
    { timezone: 'Bogotá' },
  ]
  for (const body of wrong) {
    const { status, text } = await classic('PATCH', `/inboxes/${inbox.id}`, body)
    assert.equal(status, 422, text)
  }
  assert.deepEqual(await ok('GET', `/inboxes/${inbox.id}`), inbox)
})
