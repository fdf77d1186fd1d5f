import { dictionary } from '#web/i18n.ts'
import { agendaEn } from '#web/locales/agenda.en.ts'
import { agendaEs } from '#web/locales/agenda.es.ts'

export const useAgendaWords = dictionary(agendaEs, agendaEn)
