import { HILO } from '#contract/records/author.ts'
import { randomUUID } from 'node:crypto'
import type { TestDrive } from '#contract/records/test-drive.ts'
import { part } from '#db/sql.ts'
import * as emails from '#domains/access/emails/store.ts'
import * as rules from './rules.ts'
import * as testDrives from './store.ts'
import * as agents from '#domains/workspace/agents.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const BATCH = 200

/** Pending reminders, only of workspaces where the module is active. */
const pendingReminders = part`
  test_drive_bookings b join accounts a on a.id = b.account_id and 'test_drives' = any(a.modules)
  where b.remind_at is not null`

/** Time of the next reminder. */
export const nextReminder = part`select min(b.remind_at) as at from ${pendingReminders}`

/** Sends due reminders, each once even if two nodes run this at once. */
export async function sendReminders(runtime: Runtime): Promise<void> {
  const due = await runtime.database.sql<{ account_id: string; id: string }>`
    select b.account_id, b.id from ${pendingReminders} and b.remind_at <= now() order by b.remind_at limit ${BATCH}`
  for (const [account_id, rows] of Map.groupBy(due, (row) => row.account_id)) {
    const actor = await loadSystemActor(runtime.database.sql, account_id, HILO)
    const ids = rows.map(({ id }) => id)
    await inTransaction(runtime, 'remind_of_test_drives', actor, { request_id: randomUUID() }, (ctx) =>
      remind(ctx, ids),
    )
  }
}

/** The claim and the event are in one transaction. */
async function remind(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const test_drive of await testDrives.claimDue(ctx, ids)) {
    // After a downtime some test drives are already over; these need no reminder.
    if (Date.parse(test_drive.slot.ends_at) <= ctx.now.getTime()) continue
    ctx.emit('test_drive.due', { test_drive })
    await sendEmail(ctx, test_drive)
  }
}

async function sendEmail(ctx: Context, { id, slot, vehicle, contact, agent }: TestDrive): Promise<void> {
  // Agents who have left get no e-mail.
  const recipient = agent && (await agents.find(ctx, agent.id))
  if (!recipient) return
  const { locale, time_zone: zone } = ctx.actor.account
  const { starts_at } = slot
  const details = { locale, zone, starts_at, vehicle: vehicle.name, location: vehicle.location }
  await emails.queue(ctx, {
    key: `test_drive.due:${id}`,
    kind: 'test_drive_due',
    to_address: recipient.email,
    to_name: recipient.name,
    ...rules.reminder({ ...details, contact: contact.name, phone: contact.phone_number }),
    link: {
      label: locale === 'en' ? 'Open the contact' : 'Abrir el contacto',
      url: `${ctx.base_url}/app/${ctx.actor.account.id}/contacts/${contact.id}`,
    },
  })
}
