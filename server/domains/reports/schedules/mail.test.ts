import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report_names } from '#contract/records/report-schedule.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { openCrm } from '#test/crm.ts'
import type { Input } from '#test/workspace.ts'
import { mailReport } from './mail.ts'
import { emitDueReports, nextReportAt } from './timer.ts'

const root = await openCrm()
const { act, actor, addAgent, inbox, runtime, sql, write } = root
const account_id = actor.account.id
const [luz, eva] = [await addAgent('Luz', { visibility: 'own' }), await addAgent('Eva')]
await act('update_profile', { language: 'en' }, { as: { ...eva, permissions: new Set(['personal']) } })
const { id: conversation_id } = (await write({})).conversation
await act('assign_conversation', { conversation_id, agent: luz.id! })
await write({})

type Mail = {
  to_name: string
  subject: string
  text: string
  html: string
  attachments: { name: string; content: string }[]
}
type Due = Event<'report_schedule.due'>

const dueEvents = (id: string) =>
  sql<Due>`select * from events where account_id = ${account_id} and payload ->> 'report_schedule_id' = ${id} order by sequence`
const deliver = (event: Due) => mailReport(subscriberContext(runtime, registry, event), event)
const mailsOf = (id: string) =>
  sql<Mail>`select to_name, subject, text, html, attachments from emails where account_id = ${account_id} and key like ${`report:${id}:%`} order by to_name`

const schedule = (input: Partial<Input<'create_report_schedule'>> = {}) =>
  act('create_report_schedule', { report: 'overview', every: 'day', hour: 8, period: 'today', ...input })

/** Makes it due, and returns the mails. */
async function sent(id: string) {
  await sql`update report_schedules set next_at = now() - interval '1 second' where id = ${id}`
  const before = (await dueEvents(id)).length
  await emitDueReports(runtime)
  for (const event of (await dueEvents(id)).slice(before)) await deliver(event)
  return mailsOf(id)
}

test('Each recipient gets the figures they may see, in their language, with the tables as CSV files', async () => {
  const { id } = await schedule({ recipients: [actor.id!, luz.id!, eva.id!] })
  const [own, english, limited] = await sent(id)
  assert.deepEqual([own?.to_name, english?.to_name, limited?.to_name], [actor.name, 'Eva', 'Luz'])
  assert.match(own!.subject, /^Informe de Prueba: Resumen, /)
  assert.match(english!.subject, /^Prueba report: Overview, /)
  assert.match(own!.text, /^Conversaciones \| 2 \|/m)
  assert.match(english!.text, /^Conversations \| 2 \|/m)
  assert.match(limited!.text, /^Conversaciones \| 1 \|/m)
  assert.match(limited!.text, /solo las conversaciones y negocios que puedes ver/)
  assert.match(own!.html, /<td[^>]*>Conversaciones<\/td><td[^>]*>2<\/td>/)
  const file = (mail: Mail, table: string) =>
    mail.attachments.find(({ name }) => name.startsWith(`overview_${table}_`))!
  assert.match(file(own!, 'by_status').content, /^\uFEFFEstado;Cantidad;Porcentaje\r\nAbierta;2;100\r\n/)
  assert.match(file(english!, 'by_status').content, /^\uFEFFStatus,Count,Percent\r\nOpen,2,100\r\n/)
  assert.match(file(limited!, 'by_status').content, /Abierta;1;100/)
})

test('Every report makes a mail with readable figures and files', async () => {
  for (const report of report_names) {
    const [mail] = await sent((await schedule({ report, period: 'last_30_days' })).id)
    assert.ok(mail!.attachments.length > 0, report)
    assert.match(mail!.html, /<table/, report)
    assert.doesNotMatch(mail!.text, /undefined|NaN|\[object|\b(kpis|totals)\./, report)
    for (const { content } of mail!.attachments) assert.match(content, /^\uFEFF[^\n]+\r\n/, report)
  }
})

test('A mail is sent once per person and moment, with several nodes and repeated deliveries', async () => {
  const { id } = await schedule({ recipients: [actor.id!, luz.id!] })
  await sql`update report_schedules set next_at = now() - interval '3 days' where id = ${id}`
  await Promise.all(Array.from({ length: 6 }, () => emitDueReports(runtime)))
  await emitDueReports(runtime)
  const events = await dueEvents(id)
  assert.equal(events.length, 2, 'missed days are not made up for')
  for (const event of events) await Promise.all([deliver(event), deliver(event), deliver(event)])
  assert.equal((await mailsOf(id)).length, 2)
  const [row] = await sql<{ next: boolean }>`select next_at > now() as next from report_schedules where id = ${id}`
  assert.ok(row?.next)
})

test('People who left or a deleted schedule get nothing', async () => {
  const { id } = await schedule({ recipients: [eva.id!] })
  await sql`update report_schedules set next_at = now() - interval '1 second' where id = ${id}`
  await emitDueReports(runtime)
  const [event] = await dueEvents(id)
  await act('deactivate_member', { member_id: eva.id!, leave: true })
  await deliver(event!)
  assert.deepEqual(await mailsOf(id), [])
  await act('reactivate_member', { member_id: eva.id! })
  await act('delete_report_schedule', { report_schedule_id: id })
  await deliver(event!)
  assert.deepEqual(await mailsOf(id), [])
})

test('A report that can no longer be computed shows why, until it can again', async () => {
  const other = await act('create_inbox', { name: 'Pasajera', channel: 'api' })
  const { id } = await schedule({ filters: { inbox_id: other.id } })
  await act('delete_inbox', { inbox_id: other.id })
  assert.deepEqual(await sent(id), [])
  const shown = async () => (await act('list_report_schedules', {})).items.find((each) => each.id === id)
  assert.match((await shown())!.error!, /inbox/)
  const after = await act('update_report_schedule', { report_schedule_id: id, filters: { inbox_id: inbox.id } })
  assert.equal(after.error, null)
  assert.equal((await sent(id)).length, 1)
})

test('A paused schedule is not sent, and a new time zone moves the next time', async () => {
  await sql`delete from report_schedules`
  const due = async () => (await sql<{ at: string | null }>`${nextReportAt}`)[0]!.at
  const { id, next_at } = await schedule()
  assert.equal(await due(), next_at)
  await act('update_account', { time_zone: 'Europe/Madrid' })
  await emitDueReports(runtime)
  const [moved] = (await act('list_report_schedules', {})).items
  assert.deepEqual([moved!.next_at === next_at, moved!.last_at, (await dueEvents(id)).length], [false, null, 0])
  assert.equal(await due(), moved!.next_at)
  await act('update_report_schedule', { report_schedule_id: id, active: false })
  assert.equal(await due(), null)
})
