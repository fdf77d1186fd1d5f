/** Names of the reports that can be sent, by their address. */
export const reportNamesEs = {
  overview: 'Resumen',
  conversations: 'Conversaciones',
  agents: 'Personas',
  'agent-response-times': 'Tiempos de respuesta',
  'sla-breaches': 'Incumplimientos de SLA',
  crm: 'Ventas',
  funnel: 'Embudo',
  conversion: 'Ganados y perdidos',
  'agent-performance': 'Rendimiento',
  'lost-reasons': 'Motivos de pérdida',
  'lead-response-times': 'Respuesta a leads',
}

export const periodsEs = {
  today: 'Hoy',
  yesterday: 'Ayer',
  this_week: 'Esta semana',
  last_week: 'La semana pasada',
  this_month: 'Este mes',
  last_month: 'El mes pasado',
  this_quarter: 'Este trimestre',
  last_quarter: 'El trimestre pasado',
  last_7_days: 'Últimos 7 días',
  last_14_days: 'Últimos 14 días',
  last_30_days: 'Últimos 30 días',
  last_60_days: 'Últimos 60 días',
  last_90_days: 'Últimos 90 días',
  last_180_days: 'Últimos 180 días',
  last_365_days: 'Últimos 365 días',
  this_year: 'Este año',
  all: 'Todo',
}
