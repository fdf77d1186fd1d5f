import { openRealEstate } from '#test/properties.ts'
import type { Input, Name, Output } from '#test/workspace.ts'

type Act = <N extends Name>(name: N, input: Input<N>) => Promise<Output<N>>

let made = 0

/** The moment this many hours from now. */
export function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

/** A workspace that offers test drives. */
export async function openDealer() {
  const workspace = await openRealEstate()
  const { addAccount } = workspace
  return {
    ...workspace,
    ...addTestDriveHelpers(workspace.act),
    /** Another such workspace. */
    addAccount: async () => {
      const other = await addAccount()
      return { ...other, ...addTestDriveHelpers(other.act) }
    },
  }
}

function addTestDriveHelpers(act: Act) {
  const addVehicle = (fields: Partial<Input<'create_test_drive_vehicle'>> = {}) =>
    act('create_test_drive_vehicle', { code: `ABC-${++made}`, name: `Camioneta ${made}`, ...fields })
  /** A one-hour slot, tomorrow by default. */
  const addSlot = async (hours = 24, vehicle_id?: string) => {
    const id = vehicle_id ?? (await addVehicle()).id
    const slots = [{ starts_at: inHours(hours), ends_at: inHours(hours + 1) }]
    const { items } = await act('create_test_drive_slots', { vehicle_id: id, slots })
    return items[0]!
  }
  const addContact = () => act('create_contact', { name: `Cliente ${++made}`, email: `cliente.${made}@example.com` })
  const book = async (fields: Partial<Input<'book_test_drive'>> = {}) =>
    act('book_test_drive', {
      slot_id: fields.slot_id ?? (await addSlot()).id,
      contact_id: fields.contact_id ?? (await addContact()).id,
      ...fields,
    })
  return { addVehicle, addSlot, addContact, book }
}
