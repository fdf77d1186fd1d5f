import type { Choice } from '#web/ui/popup/picker.tsx'

/** All time zones with their city name and current offset from UTC. */
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

/** All currencies with their name and code. */
export function currencies(locale: string): Choice[] {
  return choicesOf(Intl.supportedValuesOf('currency'), locale, 'currency')
}

/** All countries. `Intl` has no list, so every two-letter code with a name is taken. */
export function countries(locale: string): Choice[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return choicesOf(
    codes.filter((code) => !noCountries.has(code)),
    locale,
    'region',
  )
}

/** Codes of groups, reserved codes and outdated codes. */
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

function choicesOf(codes: readonly string[], locale: string, type: 'currency' | 'region'): Choice[] {
  const names = new Intl.DisplayNames(locale, { type, fallback: 'none' })
  return codes
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [{ id: code, name: capital(name), hint: code }] : []
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
