import type { channels } from '#contract/channels.ts'
import type { priorities, statuses } from '#contract/records/conversation.ts'
import type { activity_types, lead_statuses, stage_types } from '#contract/records/crm.ts'
import type { sla_kinds } from '#contract/records/quality.ts'
import type { reply_steps } from '#contract/records/report.ts'
import type { CsvLanguage } from '#kernel/csv.ts'

type Value =
  | (typeof channels)[number]
  | (typeof statuses)[number]
  | (typeof priorities)[number]
  | (typeof lead_statuses)[number]
  | (typeof stage_types)[number]
  | (typeof activity_types)[number]
  | (typeof sla_kinds)[number]

/** Names of stored values, for people. */
const values: Record<CsvLanguage, Record<Value, string>> = {
  es: {
    web_widget: 'Chat del sitio',
    api: 'API',
    whatsapp: 'WhatsApp',
    telegram: 'Telegram',
    messenger: 'Messenger',
    instagram: 'Instagram',
    email: 'Correo',
    sms: 'SMS',
    open: 'Abierto',
    resolved: 'Resuelto',
    pending: 'Pendiente',
    snoozed: 'Pospuesto',
    urgent: 'Urgente',
    high: 'Alta',
    medium: 'Media',
    low: 'Baja',
    none: 'Ninguna',
    new: 'Nuevo',
    qualified: 'Calificado',
    unqualified: 'Descartado',
    converted: 'Convertido',
    won: 'Ganado',
    lost: 'Perdido',
    note: 'Nota',
    call: 'Llamada',
    meeting: 'Reunión',
    task: 'Tarea',
    stage_change: 'Cambio de etapa',
    field_change: 'Cambio de campo',
    first_response: 'Primera respuesta',
    next_response: 'Respuesta siguiente',
    resolution: 'Resolución',
  },
  en: {
    web_widget: 'Website chat',
    api: 'API',
    whatsapp: 'WhatsApp',
    telegram: 'Telegram',
    messenger: 'Messenger',
    instagram: 'Instagram',
    email: 'E-mail',
    sms: 'SMS',
    open: 'Open',
    resolved: 'Resolved',
    pending: 'Pending',
    snoozed: 'Snoozed',
    urgent: 'Urgent',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
    none: 'None',
    new: 'New',
    qualified: 'Qualified',
    unqualified: 'Unqualified',
    converted: 'Converted',
    won: 'Won',
    lost: 'Lost',
    note: 'Note',
    call: 'Call',
    meeting: 'Meeting',
    task: 'Task',
    stage_change: 'Stage change',
    field_change: 'Field change',
    first_response: 'First response',
    next_response: 'Next response',
    resolution: 'Resolution',
  },
}

/** Values that mean something else in their column. */
const own: Record<CsvLanguage, Record<string, Record<string, string>>> = {
  es: {
    step: { conversations: 'Conversaciones', leads: 'Leads', opportunities: 'Negocios', won: 'Ganados' },
    basis: { activity: 'Actividad del período' },
    status: { open: 'Abierta', resolved: 'Resuelta', snoozed: 'Pospuesta' },
    weekday: { 1: 'Lunes', 2: 'Martes', 3: 'Miércoles', 4: 'Jueves', 5: 'Viernes', 6: 'Sábado', 7: 'Domingo' },
  },
  en: {
    step: { conversations: 'Conversations', leads: 'Leads', opportunities: 'Deals', won: 'Won' },
    basis: { activity: 'Activity of the period' },
    weekday: { 1: 'Monday', 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday', 6: 'Saturday', 7: 'Sunday' },
  },
}

/** Columns whose values are stored words; others hold text that people wrote. */
const worded = new Set(['status', 'channel', 'priority', 'kind', 'type', 'step', 'basis', 'weekday', 'within'])

/** The name of a stored value in a column of a report; undefined if it has none, such as text that people wrote. */
export function nameValue(column: string, value: string | number, language: CsvLanguage): string | undefined {
  const field = column.split('.').at(-1)!
  if (!worded.has(field)) return undefined
  const names: Partial<Record<string, string>> = values[language]
  if (field === 'within') return nameStep(String(value), language)
  return own[language][field]?.[value] ?? names[value]
}

/** Limits of reply times within headers, such as those of the column `buckets.1m.count`. */
export function nameStep(step: string, language: CsvLanguage): string | undefined {
  const known: Partial<Record<string, Record<CsvLanguage, string>>> = steps
  return known[step]?.[language]
}

const upTo = (time: string) => ({ es: `hasta ${time}`, en: `up to ${time}` })
const steps: Record<(typeof reply_steps)[number] | 'never', Record<CsvLanguage, string>> = {
  '1m': upTo('1 min'),
  '5m': upTo('5 min'),
  '15m': upTo('15 min'),
  '1h': upTo('1 h'),
  '4h': upTo('4 h'),
  '8h': upTo('8 h'),
  '24h': upTo('24 h'),
  more: { es: 'más', en: 'more' },
  never: { es: 'nunca', en: 'never' },
}
