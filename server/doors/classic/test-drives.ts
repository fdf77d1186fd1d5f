import type { TestDrive, TestDriveSlot, TestDriveVehicle } from '#contract/records/test-drive.ts'
import {
  type Body,
  pickDefined,
  requireId,
  type Query,
  readBoolean,
  readId,
  readMoment,
  readObject,
  readText,
  unwrap,
} from '#doors/classic/request.ts'
import { type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicSlot, classicTestDrive, classicVehicle } from '#doors/classic/shapes/test-drive.ts'

type Page<T> = { items: T[]; next_cursor: string | null }

/** Test drives. In workspaces without the module these routes answer 404. */
export function addTestDriveRoutes(addRoute: AddRoute): void {
  addVehicleRoutes(addRoute)
  addSlotRoutes(addRoute)

  addRoute('GET', '/test_drives', async ({ invoke, query }) => {
    const { status, from, to } = query
    const ids = {
      vehicle_id: readId(query.vehicle_id),
      contact_id: readId(query.contact_id),
      agent: readId(query.agent_id),
    }
    const input = pickDefined({
      ...ids,
      status: readText(status),
      from: readText(from),
      to: readText(to),
      ...paged(query),
    })
    return payload(await invoke<Page<TestDrive>>('list_test_drives', input), classicTestDrive)
  })

  addRoute('POST', '/test_drives', async ({ invoke, body }) => {
    const { slot_id, contact_id, agent_id, notes, remind_minutes } = unwrap(body, 'test_drive')
    const ids = { slot_id: readId(slot_id) ?? slot_id, contact_id: readId(contact_id) ?? contact_id }
    const minutes = remind_minutes === null ? null : readNumber(remind_minutes)
    const input = pickDefined({ ...ids, agent: readId(agent_id), notes: readText(notes), remind_minutes: minutes })
    return classicTestDrive(await invoke('book_test_drive', input))
  })

  addRoute('GET', '/test_drives/:test_drive_id', async ({ invoke, params }) => {
    return classicTestDrive(await invoke('get_test_drive', { test_drive_id: requireId(params.test_drive_id) }))
  })

  addRoute('POST', '/test_drives/:test_drive_id/cancel', async ({ invoke, params, body }) => {
    const input = pickDefined({ test_drive_id: requireId(params.test_drive_id), reason: readText(body.reason) })
    return classicTestDrive(await invoke('cancel_test_drive', input))
  })
}

function addVehicleRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/test_drives/vehicles', async ({ invoke, query }) => {
    const input = pickDefined({
      query: readText(query.q),
      only_active: readBoolean(query.only_active),
      ...paged(query),
    })
    return payload(await invoke<Page<TestDriveVehicle>>('list_test_drive_vehicles', input), classicVehicle)
  })

  addRoute('POST', '/test_drives/vehicles', async ({ invoke, body }) => {
    return classicVehicle(await invoke('create_test_drive_vehicle', fieldsOf(unwrap(body, 'vehicle'))))
  })

  addRoute('GET', '/test_drives/vehicles/:vehicle_id', async ({ invoke, params }) => {
    return classicVehicle(await invoke('get_test_drive_vehicle', { vehicle_id: requireId(params.vehicle_id) }))
  })

  addRoute(UPDATE, '/test_drives/vehicles/:vehicle_id', async ({ invoke, params, body }) => {
    const input = { vehicle_id: requireId(params.vehicle_id), ...fieldsOf(unwrap(body, 'vehicle')) }
    return classicVehicle(await invoke('update_test_drive_vehicle', input))
  })

  addRoute('DELETE', '/test_drives/vehicles/:vehicle_id', async ({ invoke, params }) => {
    await invoke('delete_test_drive_vehicle', { vehicle_id: requireId(params.vehicle_id) })
  })
}

function addSlotRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/test_drives/slots', async ({ invoke, query }) => {
    const { vehicle_id, from, to, available_only } = query
    const days = { from: readText(from), to: readText(to) }
    const chosen = { vehicle_id: readId(vehicle_id), available_only: readBoolean(available_only) }
    return payload(
      await invoke<Page<TestDriveSlot>>('list_test_drive_slots', pickDefined({ ...chosen, ...days, ...paged(query) })),
      classicSlot,
    )
  })

  addRoute('POST', '/test_drives/vehicles/:vehicle_id/slots', async ({ invoke, params, body }) => {
    const slots = [body.slots ?? body].flat().map((slot) => spanOf(readObject(slot) ?? {}))
    const input = { vehicle_id: requireId(params.vehicle_id), slots }
    const { items } = await invoke<{ items: TestDriveSlot[] }>('create_test_drive_slots', input)
    return { payload: items.map(classicSlot) }
  })

  addRoute('DELETE', '/test_drives/slots/:slot_id', async ({ invoke, params }) => {
    await invoke('delete_test_drive_slot', { slot_id: requireId(params.slot_id) })
  })
}

function fieldsOf({ code, name, description, location, active }: Body): Body {
  return pickDefined({ code, name, description, location, active: readBoolean(active) })
}

function spanOf({ starts_at, ends_at }: Body): Body {
  return pickDefined({ starts_at: readMoment(starts_at), ends_at: readMoment(ends_at) })
}

/** A number, or its digits; anything else is left for the operation to refuse. */
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
