import type { TestDriveVehicle } from '#contract/records/test-drive.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import type { Vehicle } from '#domains/test_drives/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

type Filters = { query?: string | undefined; only_active?: boolean | undefined }

/** Vehicles whose code or name contains the query, newest first; one more than the limit. */
export function list(
  { sql, actor }: Context,
  { query = '', only_active = true }: Filters,
  after: string[] | undefined,
  limit: number,
): Promise<TestDriveVehicle[]> {
  return sql<TestDriveVehicle>`
    select ${columns} from test_drive_vehicles v
     where v.account_id = ${actor.account.id} ${only_active ? part`and v.active` : emptyPart}
       ${query.trim() ? part`and strpos(fold(v.code || ' ' || v.name), fold(${query.trim()})) > 0` : emptyPart}
       ${olderThan(after, part`v.created_at, v.id`)}
     order by v.created_at desc, v.id desc limit ${limit + 1}`
}

export async function get(ctx: Context, id: string, lock: Part = emptyPart): Promise<TestDriveVehicle> {
  const [row] = await ctx.sql<TestDriveVehicle>`
    select ${columns} from test_drive_vehicles v where v.account_id = ${ctx.actor.account.id} and v.id = ${id} ${lock}`
  return (
    row ?? reject('not_found', `There is no vehicle ${id}; find vehicles with list_test_drive_vehicles.`, 'vehicle_id')
  )
}

/** The vehicle with a shared lock: it cannot change until the transaction ends. */
export function getShared(ctx: Context, id: string): Promise<TestDriveVehicle> {
  return get(ctx, id, part`for share of v`)
}

/** The vehicle, locked until the transaction ends; this also serialises changes to its slots. */
export function getLocked(ctx: Context, id: string): Promise<TestDriveVehicle> {
  return get(ctx, id, part`for update of v`)
}

export async function insert({ sql, actor, now }: Context, vehicle: Vehicle): Promise<TestDriveVehicle> {
  const [row] = await sql<TestDriveVehicle>`
    insert into test_drive_vehicles as v (account_id, code, name, description, location, active, created_at, updated_at)
    values (${actor.account.id}, ${vehicle.code}, ${vehicle.name}, ${vehicle.description}, ${vehicle.location}, ${vehicle.active},
            ${now}, ${now}) returning ${columns}`
  return row!
}

export async function update({ sql, actor, now }: Context, id: string, vehicle: Vehicle): Promise<TestDriveVehicle> {
  const [row] = await sql<TestDriveVehicle>`
    update test_drive_vehicles v set code = ${vehicle.code}, name = ${vehicle.name}, description = ${vehicle.description},
           location = ${vehicle.location}, active = ${vehicle.active}, updated_at = ${now}
     where v.account_id = ${actor.account.id} and v.id = ${id} returning ${columns}`
  return row!
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from test_drive_vehicles where account_id = ${actor.account.id} and id = ${id}`
}

const columns = part`v.id, v.code, v.name, v.description, v.location, v.active, v.created_at, v.updated_at`
