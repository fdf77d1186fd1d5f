import { openRealEstate } from '#test/properties.ts'
import type { Input, Name, Output } from '#test/workspace.ts'

type Act = <N extends Name>(name: N, input: Input<N>) => Promise<Output<N>>

let made = 0

/** The moment so many hours from now. */
export function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

/** A workspace that lets customers try vehicles. */
export async function openDealer() {
  const workspace = await openRealEstate()
  const { addAccount } = workspace
  return {
    ...workspace,
    ...furnish(workspace.act),
    /** Another one. */
    addAccount: async () => {
      const other = await addAccount()
      return { ...other, ...furnish(other.act) }
    },
  }
}

function furnish(act: Act) {
  const addVehicle = (fields: Partial<Input<'create_test_drive_vehicle'>> = {}) =>
    act('create_test_drive_vehicle', { code: `ABC-${++made}`, name: `Camioneta ${made}`, ...fields })
  /** A slot of an hour, a day from now unless it is said otherwise. */
  const addSlot = async (hours = 24, vehicle_id?: string) => {
    const id = vehicle_id ?? (await addVehicle()).id
    const slots = [{ starts_at: inHours(hours), ends_at: inHours(hours + 1) }]
    const { items } = await act('create_test_drive_slots', { vehicle_id: id, slots })
    return items[0]!
  }
  const addContact = () => act('create_contact', { name: `Cliente ${++made}`, email: `cliente.${made}@example.com` })
  const book = async (asked: Partial<Input<'book_test_drive'>> = {}) =>
    act('book_test_drive', {
      slot_id: asked.slot_id ?? (await addSlot()).id,
      contact_id: asked.contact_id ?? (await addContact()).id,
      ...asked,
    })
  return { addVehicle, addSlot, addContact, book }
}
