import type { Activity } from '#contract/records/crm.ts'

export type Language = 'es' | 'en'

const words = {
  es: { calendar: 'Agenda', call: 'Llamada', meeting: 'Reunión', task: 'Tarea' },
  en: { calendar: 'Agenda', call: 'Call', meeting: 'Meeting', task: 'Task' },
} as const

const durations: Record<string, number> = { meeting: 60 }

type Calendar = { account_id: string; account_name: string; language: Language; activities: readonly Activity[] }

/** The calendar in iCalendar format (RFC 5545). The same activities give the same text, so that it can be compared. */
export function toCalendar({ account_id, account_name, language, activities }: Calendar): string {
  const name = escape(`${words[language].calendar} · ${account_name}`)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hilo//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...activities.flatMap((activity) => toEvent(account_id, language, activity)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** Few calendar apps show VTODO, so every activity is an event; tasks do not mark the person as busy. */
function toEvent(account_id: string, language: Language, activity: Activity): string[] {
  const { id, type, due_at, duration_minutes, entity, body, created_at, updated_at } = activity
  const kind = words[language][type as 'call' | 'meeting' | 'task'] ?? type
  return [
    'BEGIN:VEVENT',
    `UID:activity-${account_id}-${id}@hilo`,
    `DTSTAMP:${utc(updated_at)}`,
    `CREATED:${utc(created_at)}`,
    `LAST-MODIFIED:${utc(updated_at)}`,
    `DTSTART:${utc(due_at!)}`,
    `DURATION:PT${duration_minutes ?? durations[type] ?? 30}M`,
    `SUMMARY:${escape(`${kind}: ${entity.name}`)}`,
    `DESCRIPTION:${escape(body ? `${body}\n\n${entity.url}` : entity.url)}`,
    `URL:${escape(entity.url)}`,
    `CATEGORIES:${escape(kind)}`,
    `TRANSP:${type === 'task' ? 'TRANSPARENT' : 'OPAQUE'}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ]
}

/** `2026-11-15T12:42:08.100Z` as `20261115T124208Z`. */
function utc(moment: string): string {
  return `${moment.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Escapes text, so that no character of it can begin a line, a parameter or another value. */
export function escape(text: string): string {
  return (
    text
      .replaceAll(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters are not allowed in the format
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
      .replaceAll('\n', '\\n')
  )
}

const MAX_LINE_BYTES = 75

/** Folds a line at 75 bytes; continuation lines begin with a space. No character is split. */
export function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n')
}
