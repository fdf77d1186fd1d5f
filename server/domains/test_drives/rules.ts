import type { TestDriveSlot, TestDriveVehicle } from '#contract/records/test-drive.ts'
import { reject } from '#kernel/problem.ts'

export type Vehicle = Pick<TestDriveVehicle, 'code' | 'name' | 'description' | 'location' | 'active'>

type Patch = {
  code?: string | undefined
  name?: string | undefined
  description?: string | null | undefined
  location?: string | null | undefined
  active?: boolean | undefined
}

export const new_vehicle: Vehicle = { code: '', name: '', description: null, location: null, active: true }

/** The vehicle after the patch. */
export function reviseVehicle(before: Vehicle, patch: Patch): Vehicle {
  const after: Vehicle = {
    code: patch.code?.trim() ?? before.code,
    name: patch.name?.trim() ?? before.name,
    description: patch.description === undefined ? before.description : patch.description?.trim() || null,
    location: patch.location === undefined ? before.location : patch.location?.trim() || null,
    active: patch.active ?? before.active,
  }
  if (!after.code) reject('missing_field', 'A vehicle needs a code, such as its plate.', 'code')
  if (!after.name) reject('missing_field', 'A vehicle needs a name.', 'name')
  return after
}

export type TimeSpan = { starts_at: string; ends_at: string }

const MAX_HOURS = 24
const MAX_DAYS_AHEAD = 731

/** Slots must be in the near future, end after they start, and not overlap. */
export function checkSpans(spans: readonly TimeSpan[], now: Date): void {
  const sorted = spans
    .map(({ starts_at, ends_at }, i) => ({ from: Date.parse(starts_at), to: Date.parse(ends_at), at: `slots/${i}` }))
    .sort((a, b) => a.from - b.from)
  for (const [i, { from, to, at }] of sorted.entries()) {
    if (!(to > from)) reject('invalid_value', 'A slot must end after it starts.', `${at}/ends_at`)
    if (to - from > MAX_HOURS * 3_600_000)
      reject('invalid_value', `A slot lasts at most ${MAX_HOURS} hours.`, `${at}/ends_at`)
    if (from <= now.getTime())
      reject('invalid_value', `Choose a time in the future; it is now ${now.toISOString()}.`, `${at}/starts_at`)
    if (from > now.getTime() + MAX_DAYS_AHEAD * 86_400_000)
      reject('invalid_value', 'Choose a time within the next two years.', `${at}/starts_at`)
    const next = sorted[i + 1]
    if (next && next.from < to)
      reject('invalid_value', 'Two slots overlap; change one of them.', `${next.at}/starts_at`)
  }
}

/** A slot can be booked if its vehicle is active and it has not started. */
export function checkBookable(slot: TestDriveSlot, active: boolean, now: Date): void {
  if (!active)
    reject('invalid_state', `${slot.vehicle.name} is not available for test drives; choose another vehicle.`, 'slot_id')
  if (Date.parse(slot.starts_at) <= now.getTime())
    reject('invalid_state', 'This slot has already started; choose a later one.', 'slot_id')
}

/** Time of the reminder; null without a reminder, or if that time has passed. */
export function remindAt(starts_at: string, minutes: number | null, now: Date): Date | null {
  if (minutes === null) return null
  const moment = new Date(Date.parse(starts_at) - minutes * 60_000)
  return moment > now ? moment : null
}

type Reminder = {
  locale: 'es' | 'en'
  zone: string
  starts_at: string
  vehicle: string
  location: string | null
  contact: string
  phone: string | null
}

/** Subject and text of the reminder e-mail to the agent. */
export function reminder({ locale, zone, starts_at, vehicle, location, contact, phone }: Reminder) {
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone: zone } as const
  const when = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : 'es-CO', format).format(new Date(starts_at))
  const who = phone ? `${contact} (${phone})` : contact
  if (locale === 'en')
    return {
      subject: `Test drive: ${vehicle}, ${when}`,
      paragraphs: [
        `${who} has a test drive of ${vehicle} on ${when}.`,
        ...(location ? [`Location: ${location}.`] : []),
      ],
    }
  return {
    subject: `Prueba de manejo: ${vehicle}, ${when}`,
    paragraphs: [
      `${who} tiene una prueba de manejo de ${vehicle} el ${when}.`,
      ...(location ? [`Lugar: ${location}.`] : []),
    ],
  }
}
