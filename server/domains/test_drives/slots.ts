import type { TestDriveSlot } from '#contract/records/test-drive.ts'
import { emptyPart, part } from '#db/sql.ts'
import type { TimeSpan } from '#domains/test_drives/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Filters = {
  vehicle_id?: string | undefined
  from: Date
  to?: Date | undefined
  available_only?: boolean | undefined
}

/** Slots that start in this range, soonest first; one more than the limit. */
export function list(
  { sql, actor }: Context,
  { vehicle_id, from, to, available_only = false }: Filters,
  after: string[] | undefined,
  limit: number,
): Promise<TestDriveSlot[]> {
  return sql<TestDriveSlot>`
    select ${columns} from test_drive_slots s ${joins}
     where s.account_id = ${actor.account.id} and s.starts_at >= ${from} ${to ? part`and s.starts_at < ${to}` : emptyPart}
       ${vehicle_id ? part`and s.vehicle_id = ${vehicle_id}` : emptyPart}
       ${available_only ? part`and b.id is null and v.active` : emptyPart}
       ${after ? part`and (s.starts_at, s.id) > (${after[0]}::timestamptz, ${after[1]}::bigint)` : emptyPart}
     order by s.starts_at, s.id limit ${limit + 1}`
}

export async function get({ sql, actor }: Context, id: string): Promise<TestDriveSlot> {
  const [row] = await sql<TestDriveSlot>`
    select ${columns} from test_drive_slots s ${joins} where s.account_id = ${actor.account.id} and s.id = ${id}`
  return row ?? reject('not_found', `There is no slot ${id}; find free slots with list_test_drive_slots.`, 'slot_id')
}

/** The slot, locked until the transaction ends. Its booking is read after the lock is taken. */
export async function getLocked(ctx: Context, id: string): Promise<TestDriveSlot> {
  const locked = ctx.sql`select from test_drive_slots where account_id = ${ctx.actor.account.id} and id = ${id} for update`
  const [, slot] = await Promise.all([locked, get(ctx, id)])
  return slot
}

/** Inserts slots of a locked vehicle, so that concurrent inserts cannot overlap. */
export async function insertAll(
  ctx: Context,
  vehicle_id: string,
  spans: readonly TimeSpan[],
): Promise<TestDriveSlot[]> {
  const { sql, actor, now } = ctx
  const input = part`jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as f (starts_at timestamptz, ends_at timestamptz)`
  const [overlap] = await sql<{ starts_at: string }>`
    select s.starts_at from test_drive_slots s, ${input}
     where s.account_id = ${actor.account.id} and s.vehicle_id = ${vehicle_id} and s.starts_at < f.ends_at and s.ends_at > f.starts_at
     order by s.starts_at limit 1`
  if (overlap)
    reject('invalid_value', `The vehicle already has a slot at ${overlap.starts_at}; slots must not overlap.`, 'slots')
  const inserted = await sql<{ id: string }>`
    insert into test_drive_slots (account_id, vehicle_id, starts_at, ends_at, created_at)
    select ${actor.account.id}, ${vehicle_id}, f.starts_at, f.ends_at, ${now} from ${input} returning id`
  return sql<TestDriveSlot>`
    select ${columns} from test_drive_slots s ${joins}
     where s.account_id = ${actor.account.id} and s.id = any(${inserted.map(({ id }) => id)}::bigint[]) order by s.starts_at, s.id`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from test_drive_slots where account_id = ${actor.account.id} and id = ${id}`
}

const columns = part`
  s.id, jsonb_build_object('id', v.id::text, 'code', v.code, 'name', v.name, 'location', v.location) as vehicle,
  s.starts_at, s.ends_at, b.id as booking_id, s.created_at`

const joins = part`
  join test_drive_vehicles v on v.account_id = s.account_id and v.id = s.vehicle_id
  left join test_drive_bookings b on b.account_id = s.account_id and b.slot_id = s.id and b.status = 'booked'`
