import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ended } from '#test/server_process.ts'
import { openTwoNodes } from '#test/two_nodes.ts'
import { until } from '#test/wait.ts'

/* Test drives somebody is to be reminded of, two nodes that may do it, and one that dies meanwhile. */

const SECONDS = 1000
const DRIVES = 150

// Mail of these nodes lies in a folder of its own.
const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
after(() => rm(folder, { recursive: true, force: true }))
process.env.HILO_DATA = folder
const { sql, nodes, post, start } = await openTwoNodes()

test('when a node is killed while it reminds, the other reminds of the rest, and nobody is told twice', async () => {
  await sql`update accounts set modules = array['test_drives']`
  const { url } = nodes[0]
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
  // Somebody does something, so that the nodes look at the clock again.
  await made('/contacts', { name: 'Otra', email: 'otra@example.com' })

  const reminded = async () => (await sql`select from test_drive_bookings where reminded_at is not null`).length
  await until(async () => (await reminded()) > 0, 'the first is reminded of', 30 * SECONDS)
  nodes[0].child.kill('SIGKILL')
  await ended(nodes[0].child, 5 * SECONDS)
  await start()
  await until(async () => (await reminded()) === DRIVES, 'all are reminded of', 30 * SECONDS)

  const told = await sql<{ count: number; early: boolean }>`
    select count(*)::int as count, min(occurred_at) < ${moment}::timestamptz as early from events
     where name = 'test_drive.due' group by payload -> 'test_drive' ->> 'id'`
  assert.equal(told.length, DRIVES)
  for (const { count, early } of told) assert.deepEqual([count, early], [1, false])
  const mails = await sql`select from emails where kind = 'test_drive_due'`
  assert.equal(mails.length, DRIVES)
  const [waiting] = await sql<{
    count: number
  }>`select count(*)::int as count from test_drive_bookings where remind_at is not null`
  assert.equal(waiting?.count, 0)
})
