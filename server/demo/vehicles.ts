import type { TestDriveSlot } from '#contract/records/test-drive.ts'
import { addDays, dayOf, startOfDay } from '#contract/periods.ts'
import type { Person } from '#server/demo/contacts.ts'
import { DAY, HOUR, type Past } from '#server/demo/past.ts'
import { workdays } from '#server/demo/setup.ts'

const BOGOTA = 'Sala de ventas Autopista Norte, Bogotá'
const MEDELLIN = 'Sede El Poblado, Medellín'

/** Code, name, price in thousands of pesos, test drive location and description. The makes are invented. */
const VEHICLES = [
  ['HAT-101', 'Colibrí 1.2 mecánico', 62_900, BOGOTA, 'Hatchback nuevo, 5 puestos'],
  ['HAT-102', 'Colibrí 1.2 automático', 74_900, MEDELLIN, 'Hatchback nuevo, cámara de reversa'],
  ['SED-201', 'Magdalena 1.6', 84_500, BOGOTA, 'Sedán nuevo, 6 airbags'],
  ['SED-202', 'Magdalena 1.6 híbrido', 108_900, MEDELLIN, 'Sedán híbrido, sin pico y placa'],
  ['SUV-301', 'Páramo 1.5 turbo intermedia', 128_900, BOGOTA, 'SUV nueva, matrícula incluida este mes'],
  ['SUV-302', 'Páramo 2.0 full', 156_900, MEDELLIN, 'SUV nueva, techo panorámico'],
  ['SUV-303', 'Nevado 4x4 de 7 puestos', 214_900, BOGOTA, 'SUV nueva, tracción en las cuatro ruedas'],
  ['SUV-304', 'Guajira eléctrica', 189_900, BOGOTA, 'SUV eléctrica, 420 km de autonomía'],
  ['PIC-401', 'Llanera 4x2', 152_900, BOGOTA, 'Pickup doble cabina'],
  ['PIC-402', 'Llanera 4x4 diésel', 238_900, MEDELLIN, 'Pickup doble cabina, automática'],
  ['USA-501', 'Magdalena 1.6 modelo 2019', 46_900, BOGOTA, 'Usado, 48.000 km, único dueño'],
  ['USA-502', 'Páramo 1.5 modelo 2021', 79_900, MEDELLIN, 'Usada, 39.000 km, mantenimientos al día'],
] as const

export const MODELS = VEHICLES.map(([code, name, price]) => ({ name: `${name} (${code})`, price: price * 1_000 }))

type Driver = { person: Person; model: number }

/** Creates twelve vehicles with test drive slots, past and on the next five working days, and the bookings. */
export async function seedVehicles(past: Past, drivers: readonly Driver[]): Promise<void> {
  const { act, now } = past
  const at = now - 30 * DAY
  const slots = await Promise.all(
    VEHICLES.map(async ([code, name, , location, description], i) => {
      const { id: vehicle_id } = await act('create_test_drive_vehicle', { code, name, description, location }, at)
      return (await act('create_test_drive_slots', { vehicle_id, slots: spans(past, i) }, at)).items
    }),
  )
  await seedBookings(past, slots, drivers)
}

/** One slot on a past morning, and three on each of the next working days. */
function spans(past: Past, i: number) {
  const today = dayOf(new Date(past.now), past.time_zone)
  const begin = [
    moment(past, addDays(today, -3 - i), 10),
    ...workdays(past, 5).flatMap((day) => [9, 11, 15].map((hour) => moment(past, day, hour))),
  ]
  return begin.map((from) => ({ starts_at: iso(from), ends_at: iso(from + HOUR) }))
}

const NOTES = [
  'Trae la licencia y viene con su esposa.',
  'Quiere comparar con la pickup.',
  'Entrega un sedán 2019 en parte de pago; tener lista la hoja de avalúo.',
  null,
] as const

/** Four test drives took place, five are upcoming and one was cancelled. Past ones have no reminder. */
async function seedBookings(
  { act, agents, now }: Past,
  slots: readonly (readonly TestDriveSlot[])[],
  drivers: readonly Driver[],
): Promise<void> {
  await Promise.all(
    drivers.map(async ({ person, model }, i) => {
      const isOver = i < 4
      const slot = slots[model]![isOver ? 0 : i - 2]!
      const agent = agents[3 + (i % 3)]!
      const at = isOver ? Date.parse(slot.starts_at) - 2 * DAY : now - (i + 1) * HOUR
      const booking = { slot_id: slot.id, contact_id: person.id, agent: agent.user_id, notes: NOTES[i % 4]! }
      const { id } = await act('book_test_drive', { ...booking, ...(isOver && { remind_minutes: null }) }, at, agent)
      const reason = 'Salió de viaje; llama la otra semana.'
      if (i === 9) await act('cancel_test_drive', { test_drive_id: id, reason }, now - HOUR, agent)
    }),
  )
}

function moment({ time_zone }: Past, day: string, hour: number): number {
  return startOfDay(day, time_zone).getTime() + hour * HOUR
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
