import { numberFormat } from '#web/app/format/intl.ts'

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** A readable file size, such as 1,2 MB. */
export function sizeOf(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3) - 1)
  return numberFormat(locale === 'es' ? 'es-CO' : 'en-US', {
    style: 'unit',
    unit: units[step]!,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes && Math.max(0.1, bytes / 1000 ** (step + 1)))
}

/** 75 as 1:15. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
