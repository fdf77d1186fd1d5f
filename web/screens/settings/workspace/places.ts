import type { Choice } from '#web/ui/opened/picker.tsx'

/** Every time zone there is, by the name people know it by and how far it is from UTC now. */
export function timeZones(locale: string, chosen: string, now = new Date()): Choice[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/')), 'UTC', chosen])
  return [...zones].toSorted().map((zone) => ({
    id: zone,
    name: zone.replaceAll('_', ' '),
    hint: offsetOf(zone, locale, now),
  }))
}

function offsetOf(timeZone: string, locale: string, now: Date): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Every currency there is, by its name; the code beside it. */
export function currencies(locale: string): Choice[] {
  return named(Intl.supportedValuesOf('currency'), locale, 'currency')
}

/** Every country there is. No list of them is built in: those are all that two letters name. */
export function countries(locale: string): Choice[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return named(
    codes.filter((code) => !noCountries.has(code)),
    locale,
    'region',
  )
}

/** Groups of countries, and codes that are kept for no place, or for one that has another now. */
const noCountries = new Set([
  'AN',
  'BU',
  'CS',
  'CP',
  'CQ',
  'DD',
  'DG',
  'DY',
  'EA',
  'EU',
  'EZ',
  'FX',
  'HV',
  'IC',
  'NH',
  'NT',
  'QO',
  'RH',
  'SU',
  'TP',
  'UK',
  'UN',
  'VD',
  'XA',
  'XB',
  'YD',
  'YU',
  'ZR',
  'ZZ',
])

function named(codes: readonly string[], locale: string, type: 'currency' | 'region'): Choice[] {
  const names = new Intl.DisplayNames(locale, { type, fallback: 'none' })
  return codes
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [{ id: code, name: capital(name), hint: code }] : []
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
