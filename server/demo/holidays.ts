import { addDays } from '#contract/periods.ts'

/** Holidays on a fixed date. */
const fixed = [
  ['01-01', 'Año Nuevo'],
  ['05-01', 'Día del Trabajo'],
  ['07-20', 'Día de la Independencia'],
  ['08-07', 'Batalla de Boyacá'],
  ['12-08', 'Inmaculada Concepción'],
  ['12-25', 'Navidad'],
] as const
/** Holidays observed on the following Monday. */
const moved = [
  ['01-06', 'Reyes Magos'],
  ['03-19', 'San José'],
  ['06-29', 'San Pedro y San Pablo'],
  ['08-15', 'Asunción de la Virgen'],
  ['10-12', 'Día de la Raza'],
  ['11-01', 'Todos los Santos'],
  ['11-11', 'Independencia de Cartagena'],
] as const
/** Holidays by their distance from Easter Sunday in days, as observed. */
const ofEaster = [
  [-3, 'Jueves Santo'],
  [-2, 'Viernes Santo'],
  [43, 'Ascensión del Señor'],
  [64, 'Corpus Christi'],
  [71, 'Sagrado Corazón'],
] as const

/** The public holidays of Colombia in order. Two on the same date become one entry with both names. */
export function colombianHolidays(year: number): { date: string; name: string }[] {
  const sunday = easter(year)
  const all = [
    ...fixed.map(([day, name]) => [`${year}-${day}`, name] as const),
    ...moved.map(([day, name]) => [mondayFrom(`${year}-${day}`), name] as const),
    ...ofEaster.map(([days, name]) => [addDays(sunday, days), name] as const),
  ]
  return [...Map.groupBy(all, ([date]) => date)]
    .map(([date, named]) => ({ date, name: named.map(([, name]) => name).join(' y ') }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

function mondayFrom(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (8 - weekday) % 7)
}

/** Easter Sunday by the anonymous Gregorian algorithm, whose steps have no names. */
function easter(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  const month = String(Math.floor(f / 31)).padStart(2, '0')
  return `${year}-${month}-${String((f % 31) + 1).padStart(2, '0')}`
}
