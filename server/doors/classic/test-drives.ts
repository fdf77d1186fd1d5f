import type { TestDrive, TestDriveSlot, TestDriveVehicle } from '#contract/records/test-drive.ts'
import {
  type Body,
  given,
  idOf,
  type Query,
  readBoolean,
  readId,
  readMoment,
  readObject,
  readText,
  unwrapped,
} from '#doors/classic/reading.ts'
import { type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicSlot, classicTestDrive, classicVehicle } from '#doors/classic/shapes/test-drive.ts'

type Page<T> = { items: T[]; next_cursor: string | null }

/** Test drives, in workspaces that have the module switched on; in others there are no such routes. */
export function openTestDrives(routes: Routes): void {
  openVehicles(routes)
  openSlots(routes)

  routes('GET', '/test_drives', async ({ act, query }) => {
    const { status, from, to } = query
    const ids = {
      vehicle_id: readId(query.vehicle_id),
      contact_id: readId(query.contact_id),
      agent: readId(query.agent_id),
    }
    const input = given({ ...ids, status: readText(status), from: readText(from), to: readText(to), ...paged(query) })
    return payload(await act<Page<TestDrive>>('list_test_drives', input), classicTestDrive)
  })

  routes('POST', '/test_drives', async ({ act, body }) => {
    const { slot_id, contact_id, agent_id, notes, remind_minutes } = unwrapped(body, 'test_drive')
    const ids = { slot_id: readId(slot_id) ?? slot_id, contact_id: readId(contact_id) ?? contact_id }
    const minutes = remind_minutes === null ? null : readNumber(remind_minutes)
    const input = given({ ...ids, agent: readId(agent_id), notes: readText(notes), remind_minutes: minutes })
    return classicTestDrive(await act('book_test_drive', input))
  })

  routes('GET', '/test_drives/:test_drive_id', async ({ act, params }) => {
    return classicTestDrive(await act('get_test_drive', { test_drive_id: idOf(params.test_drive_id) }))
  })

  routes('POST', '/test_drives/:test_drive_id/cancel', async ({ act, params, body }) => {
    const input = given({ test_drive_id: idOf(params.test_drive_id), reason: readText(body.reason) })
    return classicTestDrive(await act('cancel_test_drive', input))
  })
}

function openVehicles(routes: Routes): void {
  routes('GET', '/test_drives/vehicles', async ({ act, query }) => {
    const input = given({ query: readText(query.q), only_active: readBoolean(query.only_active), ...paged(query) })
    return payload(await act<Page<TestDriveVehicle>>('list_test_drive_vehicles', input), classicVehicle)
  })

  routes('POST', '/test_drives/vehicles', async ({ act, body }) => {
    return classicVehicle(await act('create_test_drive_vehicle', fieldsOf(unwrapped(body, 'vehicle'))))
  })

  routes('GET', '/test_drives/vehicles/:vehicle_id', async ({ act, params }) => {
    return classicVehicle(await act('get_test_drive_vehicle', { vehicle_id: idOf(params.vehicle_id) }))
  })

  routes(UPDATE, '/test_drives/vehicles/:vehicle_id', async ({ act, params, body }) => {
    const input = { vehicle_id: idOf(params.vehicle_id), ...fieldsOf(unwrapped(body, 'vehicle')) }
    return classicVehicle(await act('update_test_drive_vehicle', input))
  })

  routes('DELETE', '/test_drives/vehicles/:vehicle_id', async ({ act, params }) => {
    await act('delete_test_drive_vehicle', { vehicle_id: idOf(params.vehicle_id) })
  })
}

function openSlots(routes: Routes): void {
  routes('GET', '/test_drives/slots', async ({ act, query }) => {
    const { vehicle_id, from, to, available_only } = query
    const days = { from: readText(from), to: readText(to) }
    const chosen = { vehicle_id: readId(vehicle_id), available_only: readBoolean(available_only) }
    return payload(
      await act<Page<TestDriveSlot>>('list_test_drive_slots', given({ ...chosen, ...days, ...paged(query) })),
      classicSlot,
    )
  })

  routes('POST', '/test_drives/vehicles/:vehicle_id/slots', async ({ act, params, body }) => {
    const slots = [body.slots ?? body].flat().map((slot) => spanOf(readObject(slot) ?? {}))
    const input = { vehicle_id: idOf(params.vehicle_id), slots }
    const { items } = await act<{ items: TestDriveSlot[] }>('create_test_drive_slots', input)
    return { payload: items.map(classicSlot) }
  })

  routes('DELETE', '/test_drives/slots/:slot_id', async ({ act, params }) => {
    await act('delete_test_drive_slot', { slot_id: idOf(params.slot_id) })
  })
}

function fieldsOf({ code, name, description, location, active }: Body): Body {
  return given({ code, name, description, location, active: readBoolean(active) })
}

function spanOf({ starts_at, ends_at }: Body): Body {
  return given({ starts_at: readMoment(starts_at), ends_at: readMoment(ends_at) })
}

/** A number, also where it came as its digits; what is none is left for the operation to refuse. */
function readNumber(value: unknown): unknown {
  const digits = readId(value)
  return digits === undefined ? value : Number(digits)
}

function paged(query: Query): Body {
  return { limit: readNumber(query.limit), cursor: readText(query.cursor) }
}

function payload<T, C>({ items, next_cursor }: Page<T>, shape: (item: T) => C) {
  return { payload: items.map(shape), meta: { next_cursor } }
}
