import type { TestDrive } from '#contract/records/test-drive.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

type Filters = {
  status?: TestDrive['status'] | undefined
  vehicle_id?: string | undefined
  contact_id?: string | undefined
  agent_id?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Bookings that match every filter, newest first; one more than the limit. from and to refer to the test drive. */
export function list(
  { sql, actor }: Context,
  { status, vehicle_id, contact_id, agent_id, from, to }: Filters,
  after: string[] | undefined,
  limit: number,
): Promise<TestDrive[]> {
  return sql<TestDrive>`
    select ${columns} from test_drive_bookings b ${joins}
     where b.account_id = ${actor.account.id} ${status ? part`and b.status = ${status}` : emptyPart}
       ${contact_id ? part`and b.contact_id = ${contact_id}` : emptyPart}
       ${agent_id ? part`and b.agent_id = ${agent_id}` : emptyPart}
       ${vehicle_id ? part`and s.vehicle_id = ${vehicle_id}` : emptyPart}
       ${from ? part`and s.starts_at >= ${from}` : emptyPart} ${to ? part`and s.starts_at < ${to}` : emptyPart}
       ${olderThan(after, part`b.created_at, b.id`)}
     order by b.created_at desc, b.id desc limit ${limit + 1}`
}

export async function get(ctx: Context, id: string, lock: Part = emptyPart): Promise<TestDrive> {
  const [row] = await ctx.sql<TestDrive>`
    select ${columns} from test_drive_bookings b ${joins} where b.account_id = ${ctx.actor.account.id} and b.id = ${id} ${lock}`
  return row ?? reject('not_found', `There is no test drive ${id}; find them with list_test_drives.`, 'test_drive_id')
}

/** The booking, locked until the transaction ends, so that it is not cancelled twice or during a reminder. */
export function getLocked(ctx: Context, id: string): Promise<TestDrive> {
  return get(ctx, id, part`for no key update of b`)
}

export type New = {
  slot_id: string
  contact_id: string
  agent_id: string | null
  notes: string | null
  remind_at: Date | null
}

/** Inserts a booking. A unique index allows one per slot; a second one is rejected. */
export async function insert(ctx: Context, booking: New): Promise<TestDrive> {
  const { sql, actor, now } = ctx
  const [row] = await sql<{ id: string }>`
    insert into test_drive_bookings (account_id, slot_id, contact_id, agent_id, notes, status, remind_at, booked_by, created_at, updated_at)
    values (${actor.account.id}, ${booking.slot_id}, ${booking.contact_id}, ${booking.agent_id}, ${booking.notes}, 'booked',
            ${booking.remind_at}, ${author(actor)}, ${now}, ${now})
    on conflict (account_id, slot_id) where status = 'booked' do nothing returning id`
  return row ? get(ctx, row.id) : reject('invalid_state', 'This slot is already booked; choose another.', 'slot_id')
}

export async function cancel(ctx: Context, id: string, reason: string | null): Promise<TestDrive> {
  await ctx.sql`
    update test_drive_bookings set status = 'cancelled', cancel_reason = ${reason}, cancelled_at = ${ctx.now}, remind_at = null,
           updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** Marks due bookings as reminded, skipping those locked by others, and returns them. */
export async function claimDue(ctx: Context, ids: readonly string[]): Promise<TestDrive[]> {
  const claimed = await ctx.sql<{ id: string }>`
    update test_drive_bookings b set remind_at = null, reminded_at = ${ctx.now}
     where b.account_id = ${ctx.actor.account.id} and b.id in (
       select id from test_drive_bookings where account_id = ${ctx.actor.account.id} and id = any(${ids}::bigint[])
          and remind_at <= ${ctx.now} order by id for no key update skip locked)
    returning b.id`
  return ctx.sql<TestDrive>`
    select ${columns} from test_drive_bookings b ${joins}
     where b.account_id = ${ctx.actor.account.id} and b.id = any(${claimed.map(({ id }) => id)}::bigint[]) order by b.id`
}

const columns = part`
  b.id, b.status, jsonb_build_object('id', s.id::text, 'starts_at', iso(s.starts_at), 'ends_at', iso(s.ends_at)) as slot,
  jsonb_build_object('id', v.id::text, 'code', v.code, 'name', v.name, 'location', v.location) as vehicle,
  jsonb_build_object('id', k.id::text, 'name', k.name, 'phone_number', k.phone_number, 'email', k.email) as contact,
  case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) end as agent,
  b.notes, b.cancel_reason, b.cancelled_at, b.remind_at, b.reminded_at, b.booked_by, b.created_at, b.updated_at`

const joins = part`
  join test_drive_slots s on s.account_id = b.account_id and s.id = b.slot_id
  join test_drive_vehicles v on v.account_id = s.account_id and v.id = s.vehicle_id
  join contacts k on k.account_id = b.account_id and k.id = b.contact_id
  left join users u on u.id = b.agent_id`
