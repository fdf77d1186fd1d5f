import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'

/* Test drives with reminders due, on two nodes, one of which is killed. */

const SECONDS = 1000
const DRIVES = 150

// These nodes write their mail to their own folder.
const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
after(() => rm(folder, { recursive: true, force: true }))
process.env.HILO_DATA = folder
const { sql, running, startTwo, kill, post } = await openTwoNodes()
await startTwo()

test('When a node is killed while sending reminders, the other sends the rest, and none twice', async () => {
  await sql`update accounts set modules = array['test_drives']`
  const { url } = running[0]!
  const made = async (path: string, body: object) => (await post(url, path, body))!.body as { id: string }
  const vehicle = await made('/test-drives/vehicles', { code: 'KLM123', name: 'SUV' })
  const contact = await made('/contacts', { name: 'Inés', email: 'ines@example.com' })
  const tomorrow = Date.now() + 86_400 * SECONDS
  const slots = Array.from({ length: DRIVES }, (_, i) => ({
    starts_at: new Date(tomorrow + i * 600 * SECONDS).toISOString(),
    ends_at: new Date(tomorrow + (i + 1) * 600 * SECONDS).toISOString(),
  }))
  const { items } = (await post(url, `/test-drives/vehicles/${vehicle.id}/slots`, { slots }))!.body as {
    items: { id: string }[]
  }
  for (const slot of items) await made('/test-drives', { slot_id: slot.id, contact_id: contact.id })
  const moment = new Date(Date.now() + 2 * SECONDS)
  await sql`update test_drive_bookings set remind_at = ${moment}`
  // Any change makes the nodes check their timers again.
  await made('/contacts', { name: 'Otra', email: 'otra@example.com' })

  const reminded = async () => (await sql`select from test_drive_bookings where reminded_at is not null`).length
  await until(async () => (await reminded()) > 0, 'the first is reminded of')
  await kill(running[0]!)
  await until(async () => (await reminded()) === DRIVES, 'all are reminded of')

  const events = await sql<{ count: number; early: boolean }>`
    select count(*)::int as count, min(occurred_at) < ${moment}::timestamptz as early from events
     where name = 'test_drive.due' group by payload -> 'test_drive' ->> 'id'`
  assert.equal(events.length, DRIVES)
  for (const { count, early } of events) assert.deepEqual([count, early], [1, false])
  const mails = await sql`select from emails where kind = 'test_drive_due'`
  assert.equal(mails.length, DRIVES)
  const [waiting] = await sql<{
    count: number
  }>`select count(*)::int as count from test_drive_bookings where remind_at is not null`
  assert.equal(waiting?.count, 0)
})
