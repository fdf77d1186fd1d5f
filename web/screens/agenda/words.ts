import { dictionary } from '#web/app/i18n.ts'
import { agendaEn } from './words.en.ts'
import { agendaEs } from './words.es.ts'

export const useAgendaWords = dictionary(agendaEs, agendaEn)
