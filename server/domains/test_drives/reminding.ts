import { randomUUID } from 'node:crypto'
import type { TestDrive } from '#contract/records/test-drive.ts'
import { part, type Sql } from '#db/sql.ts'
import * as emails from '#domains/access/emails.ts'
import * as rules from '#domains/test_drives/rules.ts'
import * as testDrives from '#domains/test_drives/store.ts'
import * as agents from '#domains/workspace/agents.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 200

/** Where the module is switched off, nobody is reminded until it is switched on again. */
const waiting = part`
  test_drive_bookings b join accounts a on a.id = b.account_id and 'test_drives' = any(a.modules)
  where b.remind_at is not null`

/** When the next reminder is to go out. */
export function nextToRemind(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`select min(b.remind_at) as at from ${waiting}`
}

/** Reminds of the test drives whose time has come. Two nodes may do it at once: each is told once. */
export async function remindOfTestDrives(runtime: Runtime): Promise<void> {
  const due = await runtime.database.sql<{ account_id: string; id: string }>`
    select b.account_id, b.id from ${waiting} and b.remind_at <= now() order by b.remind_at limit ${AT_ONCE}`
  for (const [account_id, rows] of Map.groupBy(due, (row) => row.account_id)) {
    const actor = await actAs(runtime.database.sql, account_id, { type: 'system', id: null, name: 'Hilo' })
    const ids = rows.map(({ id }) => id)
    await within(runtime, 'remind_of_test_drives', actor, { request_id: randomUUID() }, (ctx) => remind(ctx, ids))
  }
}

/** That it was told is written in the transaction that tells it. */
async function remind(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const test_drive of await testDrives.takeDue(ctx, ids)) {
    // After a long silence of the server some drives are over, and nobody wants to be reminded of them.
    if (Date.parse(test_drive.slot.ends_at) <= ctx.now.getTime()) continue
    ctx.emit('test_drive.due', { test_drive })
    await mail(ctx, test_drive)
  }
}

async function mail(ctx: Context, { id, slot, vehicle, contact, agent }: TestDrive): Promise<void> {
  // Who no longer works here is told nothing more.
  const reader = agent && (await agents.find(ctx, agent.id))
  if (!reader) return
  const { locale, time_zone: zone } = ctx.actor.account
  const { starts_at } = slot
  const said = { locale, zone, starts_at, vehicle: vehicle.name, location: vehicle.location }
  await emails.queue(ctx, {
    key: `test_drive.due:${id}`,
    kind: 'test_drive_due',
    to_address: reader.email,
    to_name: reader.name,
    ...rules.reminder({ ...said, contact: contact.name, phone: contact.phone_number }),
    link: {
      label: locale === 'en' ? 'Open the contact' : 'Abrir el contacto',
      url: `${ctx.base_url}/app/${ctx.actor.account.id}/contacts/${contact.id}`,
    },
  })
}
