import { periodsEs, reportNamesEs } from './report-names.es.ts'

export const reportSchedulesEs = {
  names: reportNamesEs,
  periods: periodsEs,
  open: 'Enviar por correo',
  title: (report: string) => `Enviar por correo: ${report}`,
  editTitle: (report: string) => `Envío de ${report}`,
  hint: 'Cada persona recibe las cifras que puede ver, en su idioma, con las tablas como archivos CSV. Se usan los filtros que tiene ahora el informe.',
  period: 'Período',
  periodHint: 'Se cuenta desde el día del envío.',
  every: 'Frecuencia',
  frequencies: { day: 'Cada día', week: 'Cada semana', month: 'Cada mes' },
  weekday: 'Día',
  weekdays: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  monthDay: 'Día del mes',
  monthDayHint: 'Si el mes es más corto, se envía su último día.',
  hour: 'Hora',
  hourHint: (zone: string) => `En la zona horaria ${zone}.`,
  recipients: 'Para',
  recipientsMissing: 'Elige al menos una persona.',
  submit: 'Programar envío',
  created: (report: string) => `El informe ${report} se enviará por correo`,
  saved: (report: string) => `Envío de ${report} guardado`,
  all: 'Ver todos los envíos',
  daily: (hour: string) => `Cada día a las ${hour}`,
  weekly: (day: string, hour: string) => `Cada ${day} a las ${hour}`,
  monthly: (day: number, hour: string) => `El día ${day} de cada mes a las ${hour}`,
}

export type ReportSchedulesWords = typeof reportSchedulesEs
