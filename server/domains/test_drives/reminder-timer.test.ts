import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextReminder, sendReminders } from './reminder-timer.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addAgent, addVehicle, addSlot, book, actor, events, runtime, sql, addAccount } = await openDealer()
const account_id = actor.account.id

type Mail = { to_address: string; subject: string; text: string; kind: string }
const mails = (key: string) =>
  sql<Mail>`select to_address, subject, text, kind from emails where account_id = ${account_id} and key = ${key}`
const dueEvents = (id: string) =>
  sql<{ payload: object }>`
    select payload from events where account_id = ${account_id} and name = 'test_drive.due' and payload -> 'test_drive' ->> 'id' = ${id}`
/** Makes the reminder due. */
const fallDue = (id: string) =>
  sql`update test_drive_bookings set remind_at = now() - interval '1 second' where id = ${id}`
const dueAt = async () => (await sql<{ at: string | null }>`${nextReminder}`)[0]?.at ?? null

test('A due reminder sends one e-mail and one event, even with concurrent nodes', async () => {
  const oscar = await addAgent('Óscar Ruiz')
  const vehicle = await addVehicle({ name: 'SUV <b>Ñandú</b>', location: 'Sede norte' })
  const drive = await book({ agent: 'Óscar Ruiz', slot_id: (await addSlot(24, vehicle.id)).id })
  await sendReminders(runtime)
  assert.equal((await dueEvents(drive.id)).length, 0)
  assert.equal(await dueAt(), drive.remind_at)

  await fallDue(drive.id)
  await Promise.all(Array.from({ length: 8 }, () => sendReminders(runtime)))
  await sendReminders(runtime)
  const events = await dueEvents(drive.id)
  assert.equal(events.length, 1)
  const test_drive = await act('get_test_drive', { test_drive_id: drive.id })
  assert.deepEqual(events[0]?.payload, { test_drive })
  assert.ok(test_drive.reminded_at && test_drive.remind_at === null)
  const sent = await mails(`test_drive.due:${drive.id}`)
  assert.equal(sent.length, 1)
  const [address] = await sql<{ email: string }>`select email from users where id = ${oscar.id}`
  assert.deepEqual([sent[0]?.to_address, sent[0]?.kind], [address?.email, 'test_drive_due'])
  assert.match(sent[0]!.subject, /^Prueba de manejo: SUV/)
  assert.match(sent[0]!.text, /tiene una prueba de manejo de SUV .*\n\nLugar: Sede norte\.\n\nAbrir el contacto: http/)
  assert.equal(await dueAt(), null)
})

test('A failed reminder emits nothing and is retried', async () => {
  const drive = await book()
  await fallDue(drive.id)
  await runtime.database.work.query(
    `alter table emails add constraint no_more check (key <> 'test_drive.due:${drive.id}') not valid`,
  )
  await assert.rejects(sendReminders(runtime))
  assert.equal((await dueEvents(drive.id)).length, 0)
  assert.ok((await act('get_test_drive', { test_drive_id: drive.id })).remind_at)
  await runtime.database.work.query('alter table emails drop constraint no_more')
  await sendReminders(runtime)
  assert.equal((await dueEvents(drive.id)).length, 1)
  assert.equal((await mails(`test_drive.due:${drive.id}`)).length, 1)
})

test('Cancelled and past test drives send no reminder; without an agent only the event is emitted', async () => {
  const [cancelled, over, alone] = [await book(), await book(), await book({ agent: null })]
  await act('cancel_test_drive', { test_drive_id: cancelled.id })
  await sql`
    update test_drive_slots set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${over.slot.id}`
  for (const { id } of [over, alone]) await fallDue(id)
  await sendReminders(runtime)
  assert.deepEqual(
    [(await dueEvents(cancelled.id)).length, (await dueEvents(over.id)).length, (await dueEvents(alone.id)).length],
    [0, 0, 1],
  )
  for (const { id } of [cancelled, over, alone]) assert.deepEqual(await mails(`test_drive.due:${id}`), [])
  assert.equal(await dueAt(), null)
})

test('A former agent gets no e-mail', async () => {
  const gone = await addAgent('Se Fue')
  const drive = await book({ agent: gone.id! })
  await sql`update memberships set deactivated_at = now() where account_id = ${account_id} and user_id = ${gone.id}`
  await fallDue(drive.id)
  await sendReminders(runtime)
  assert.deepEqual([(await dueEvents(drive.id)).length, await mails(`test_drive.due:${drive.id}`)], [1, []])
})

test('Reminders wait while the module is inactive', async () => {
  const drive = await book()
  await fallDue(drive.id)
  await act('update_account', { modules: [] })
  assert.equal(await dueAt(), null)
  await sendReminders(runtime)
  assert.equal((await dueEvents(drive.id)).length, 0)
  await act('update_account', { modules: ['test_drives'] })
  assert.ok(await dueAt())
  await sendReminders(runtime)
  assert.equal((await dueEvents(drive.id)).length, 1)
})

test('Each workspace gets its own reminders', async () => {
  const other = await addAccount()
  const [mine, theirs] = [await book(), await other.book()]
  for (const { id } of [mine, theirs]) await fallDue(id)
  const count = (await events()).length
  await sendReminders(runtime)
  assert.equal((await events()).slice(count).filter(({ name }) => name === 'test_drive.due').length, 1)
  assert.equal((await other.events()).filter(({ name }) => name === 'test_drive.due').length, 1)
})
