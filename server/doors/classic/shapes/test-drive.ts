import type { TestDrive, TestDriveSlot, TestDriveVehicle } from '#contract/records/test-drive.ts'

/** A vehicle for classic clients: ids are numbers, times are ISO-8601. */
export function classicVehicle(vehicle: TestDriveVehicle) {
  return { ...vehicle, id: Number(vehicle.id) }
}

export function classicSlot({ id, vehicle, booking_id, ...slot }: TestDriveSlot) {
  return {
    id: Number(id),
    ...slot,
    vehicle: { ...vehicle, id: Number(vehicle.id) },
    test_drive_id: booking_id === null ? null : Number(booking_id),
  }
}

export function classicTestDrive(drive: TestDrive) {
  const { id, slot, vehicle, contact, agent, booked_by: _, ...rest } = drive
  return {
    id: Number(id),
    ...rest,
    slot: { ...slot, id: Number(slot.id) },
    vehicle: { ...vehicle, id: Number(vehicle.id) },
    contact: { ...contact, id: Number(contact.id) },
    agent: agent && { ...agent, id: Number(agent.id) },
  }
}
