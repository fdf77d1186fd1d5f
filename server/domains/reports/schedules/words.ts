import type { ReportName } from '#contract/records/report-schedule.ts'
import type { CsvLanguage } from '#kernel/csv.ts'

type Words = {
  names: Record<ReportName, string>
  subject: (report: string, days: string, workspace: string) => string
  body: (report: string, days: string, workspace: string) => string
  limited: string
  files: string
  open: string
  footer: (maker: string) => string
  until: (day: string) => string
}

/** Texts of mails with reports. */
export const words: Record<CsvLanguage, Words> = {
  es: {
    names: {
      overview: 'Resumen',
      conversations: 'Conversaciones',
      crm: 'Ventas',
      agents: 'Personas',
      funnel: 'Embudo',
      conversion: 'Ganados y perdidos',
      agent_performance: 'Rendimiento',
      lost_reasons: 'Motivos de pérdida',
      lead_response_times: 'Respuesta a leads',
      agent_response_times: 'Tiempos de respuesta',
      sla_breaches: 'Incumplimientos de SLA',
      satisfaction: 'Satisfacción',
    },
    subject: (report, days, workspace) => `Informe de ${workspace}: ${report}, ${days}`,
    body: (report, days, workspace) => `Estas son las cifras del informe «${report}» de ${workspace}, ${days}.`,
    limited: 'Incluyen solo las conversaciones y negocios que puedes ver.',
    files: 'Los archivos adjuntos contienen todas las tablas y se abren en una hoja de cálculo.',
    open: 'Abrir el informe',
    footer: (maker) =>
      `Recibes este correo porque ${maker} lo programó para ti. Los envíos están en Ajustes › Informes por correo.`,
    until: (day) => `hasta el ${day}`,
  },
  en: {
    names: {
      overview: 'Overview',
      conversations: 'Conversations',
      crm: 'Sales',
      agents: 'People',
      funnel: 'Funnel',
      conversion: 'Won and lost',
      agent_performance: 'Performance',
      lost_reasons: 'Lost reasons',
      lead_response_times: 'Lead response',
      agent_response_times: 'Response times',
      sla_breaches: 'SLA breaches',
      satisfaction: 'Satisfaction',
    },
    subject: (report, days, workspace) => `${workspace} report: ${report}, ${days}`,
    body: (report, days, workspace) => `These are the figures of the “${report}” report of ${workspace}, ${days}.`,
    limited: 'They include only the conversations and deals you can see.',
    files: 'The attached files contain all tables and open in a spreadsheet.',
    open: 'Open the report',
    footer: (maker) =>
      `You receive this e-mail because ${maker} scheduled it for you. See Settings › Reports by e-mail.`,
    until: (day) => `until ${day}`,
  },
}
